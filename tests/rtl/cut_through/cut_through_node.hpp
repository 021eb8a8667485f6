// A node of cut-through routers in plain C++, for the test of cut_through_router: queues for
// buffers, and the rules of docs/cut_through.md one after the other.
#pragma once

#include <algorithm>
#include <deque>

#include "core/lfsr.hpp"
#include "cut_through_reference.hpp"

namespace wayfarer::cut_through_test {

struct NodeOptions {
  Net net;
  std::vector<int> position;
  Policy policy;
  unsigned injection_lanes;
  unsigned pipeline;
  unsigned depth;
  unsigned hop_width;
  unsigned seed;
  bool bind_lanes = false;
  bool draining_room = false;
};

class Node {
 public:
  explicit Node(const NodeOptions& options)
      : options_(options),
        inputs_{2 * options.net.dimensions(), options.net.channels(), options.injection_lanes},
        outputs_{2 * options.net.dimensions(), options.net.channels(), options.net.delivery_lanes},
        connector_(inputs_, outputs_, options.policy),
        random_(32, options.seed) {}

  [[nodiscard]] bool room(unsigned in) const { return in_[in].flits.empty() && !in_[in].open; }
  [[nodiscard]] bool open(unsigned in) const { return in_[in].open; }
  /// The next flit of an output buffer.
  [[nodiscard]] std::optional<Flit> next(unsigned out) const {
    const auto& flits = out_[out].flits;
    return flits.empty() ? std::nullopt : std::optional(flits.front());
  }
  [[nodiscard]] unsigned ins() const { return inputs_.buffers(); }
  [[nodiscard]] unsigned outs() const { return outputs_.buffers(); }
  [[nodiscard]] unsigned connections() const { return connections_; }

  /// One cycle: these output buffers send their flit, these flits arrive.
  void cycle(std::uint64_t gives, const std::vector<std::optional<Flit>>& arrivals) {
    std::uint64_t draining = 0;
    for (unsigned out = 0; out < outs(); ++out) {
      draining |= std::uint64_t{drains(out)} << out;
      if (has(gives, out)) out_[out].flits.pop_front();
    }
    connect(draining);
    cross();
    for (unsigned in = 0; in < ins(); ++in) {
      if (arrivals[in]) arrive(in_[in], *arrivals[in]);
    }
    random_.advance();
    ++now_;
  }

 private:
  struct Input {
    std::deque<Flit> flits;
    bool open = false;
    bool connected = false;
    unsigned arrival = 0;
    int bound = kNone;  // to this output buffer
  };
  struct Output {
    std::deque<Flit> flits;
    int source = kNone;
  };

  [[nodiscard]] int hops(const Flit& header, unsigned dimension) const {
    const unsigned width = options_.hop_width;
    const int field = static_cast<int>(header.data >> dimension * width & ((1u << width) - 1));
    return field >> (width - 1) != 0 ? field - (1 << width) : field;
  }

  /// Whether all that an output buffer holds is the rest of one message.
  [[nodiscard]] bool drains(unsigned out) const {
    const Output& buffer = out_[out];
    if (!options_.draining_room || out >= options_.net.link_buffers()) return false;
    return !buffer.flits.empty() && buffer.source == kNone &&
           std::none_of(buffer.flits.begin(), buffer.flits.end(),
                        [](const Flit& flit) { return flit.head(); });
  }

  /// Into these draining output buffers, too.
  void connect(std::uint64_t draining) {
    std::uint64_t free = draining;
    for (unsigned out = 0; out < outs(); ++out)
      free |= std::uint64_t{out_[out].flits.empty() && out_[out].source == kNone} << out;
    std::vector<std::uint64_t> may(ins());
    for (unsigned in = 0; in < ins(); ++in) {
      Input& from = in_[in];
      if (from.flits.empty() || from.connected || now_ - from.arrival < options_.pipeline) continue;
      std::vector<int> left;
      for (unsigned d = 0; d < options_.net.dimensions(); ++d)
        left.push_back(hops(from.flits.front(), d));
      const bool escape =
          in < options_.net.link_buffers() && in % options_.net.channels() < options_.net.classes;
      std::uint64_t wanted = options_.net.outputs(options_.position, left, escape);
      if (options_.bind_lanes) wanted = bind(from, wanted, free);
      may[in] = wanted & free;
    }
    const Connection made = connector_.next(may, static_cast<unsigned>(random_.state()));
    if (made.in == kNone) return;
    in_[static_cast<unsigned>(made.in)].connected = true;
    in_[static_cast<unsigned>(made.in)].bound = kNone;
    out_[static_cast<unsigned>(made.out)].source = made.in;
    ++connections_;
  }

  /// The output buffer on which the header waits; ejection ports have no lanes.
  [[nodiscard]] std::uint64_t bind(Input& from, std::uint64_t wanted, std::uint64_t free) const {
    const unsigned links = options_.net.link_buffers();
    if (lowest(wanted, links) == kNone) return wanted;
    if (from.bound == kNone) from.bound = lowest(wanted & free, links);
    if (from.bound == kNone) from.bound = lowest(wanted, links);
    return std::uint64_t{1} << from.bound;
  }

  void cross() {
    for (unsigned out = 0; out < outs(); ++out) {
      Output& into = out_[out];
      if (into.source == kNone) continue;
      Input& from = in_[static_cast<unsigned>(into.source)];
      if (from.flits.empty()) continue;
      Flit flit = from.flits.front();
      from.flits.pop_front();
      if (flit.head() && out < options_.net.link_buffers())
        step(flit, out / options_.net.channels());
      into.flits.push_back(flit);
      if (!flit.tail()) continue;
      from.connected = false;
      into.source = kNone;
    }
  }

  void step(Flit& header, unsigned port) const {
    const unsigned offset = port / 2 * options_.hop_width;
    const std::uint64_t mask = ((std::uint64_t{1} << options_.hop_width) - 1) << offset;
    const std::uint64_t one = std::uint64_t{1} << offset;
    const std::uint64_t stepped = port % 2 == 0 ? header.data - one : header.data + one;
    header.data = (header.data & ~mask) | (stepped & mask);
  }

  void arrive(Input& into, const Flit& flit) const {
    if (flit.head()) into.arrival = now_;
    into.open = !flit.tail();
    into.flits.push_back(flit);
  }

  NodeOptions options_;
  Side inputs_;
  Side outputs_;
  Connector connector_;
  Lfsr random_;
  std::vector<Input> in_ = std::vector<Input>(inputs_.buffers());
  std::vector<Output> out_ = std::vector<Output>(outputs_.buffers());
  unsigned now_ = 0;
  unsigned connections_ = 0;
};

}  // namespace wayfarer::cut_through_test
