// A node of cut-through routers in plain C++, for the test of cut_through_router: queues for
// buffers, and the rules of docs/cut_through.md one after the other.
#pragma once

#include <algorithm>
#include <deque>

#include "core/lfsr.hpp"
#include "exchange_reference.hpp"

namespace wayfarer::cut_through_test {

struct NodeOptions {
  Net net;
  std::vector<int> position;
  Policy policy;
  unsigned injection_ports;
  unsigned pipeline;
  unsigned depth;
  unsigned hop_width;
  unsigned seed;
  bool bind_lanes = false;
  bool draining_room = false;
  unsigned frames = 0;  // of the queue, on a torus
};

class Node {
 public:
  explicit Node(const NodeOptions& options)
      : options_(options),
        inputs_{2 * options.net.dimensions(), options.net.link_vcs(), options.injection_ports},
        outputs_{2 * options.net.dimensions(), options.net.link_vcs(), options.net.ejection_ports},
        connector_(with_frames(inputs_), with_frames(outputs_), options.policy),
        exchange_({options.net.link_buffers(), options.injection_ports, options.net.ejection_ports,
                   options.frames, ~std::uint64_t{0}}),
        random_(32, options.seed) {}

  /// With a queue also behind a message that is leaving, but not from a link while the queue is
  /// full.
  [[nodiscard]] bool room(unsigned in) const {
    if (in_[in].open || (options_.frames == 0 && !in_[in].flits.empty())) return false;
    return options_.frames == 0 ||
           (!waits(in) && !(in < options_.net.link_buffers() && exchange_.full(state(0))));
  }
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
    if (options_.frames == 0)
      connect(draining);
    else
      exchange();
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

  [[nodiscard]] Side with_frames(Side side) const {
    side.terminal_ports += options_.frames;
    return side;
  }
  /// Whether a header is in the buffer: one that is connected has left.
  [[nodiscard]] bool waits(unsigned in) const {
    return std::any_of(in_[in].flits.begin(), in_[in].flits.end(),
                       [](const Flit& flit) { return flit.head(); });
  }
  [[nodiscard]] bool eligible(unsigned in) const {
    const Input& from = in_[in];
    const unsigned cycles = in < ins() ? options_.pipeline : 1;
    return !from.flits.empty() && from.flits.front().head() && now_ - from.arrival >= cycles;
  }
  [[nodiscard]] std::uint64_t wanted(unsigned in, bool escape) const {
    std::vector<int> left;
    for (unsigned d = 0; d < options_.net.dimensions(); ++d)
      left.push_back(hops(in_[in].flits.front(), d));
    return options_.net.outputs(options_.position, left, escape);
  }

  [[nodiscard]] ExchangeState state(std::uint64_t free) const {
    ExchangeState state;
    state.free = free;
    for (unsigned in = 0; in < ins() + options_.frames; ++in) {
      state.requests.push_back(eligible(in) ? wanted(in, false) : 0);
      if (in < ins()) {
        state.whole |= std::uint64_t{waits(in) && !in_[in].open} << in;
      } else {
        state.waits |= std::uint64_t{waits(in)} << (in - ins());
        state.room |= std::uint64_t{!waits(in) && !in_[in].open} << (in - ins());
      }
    }
    return state;
  }

  void exchange() {
    std::uint64_t free = 0;
    for (unsigned out = 0; out < outs(); ++out)
      free |= std::uint64_t{out_[out].flits.empty() && out_[out].source == kNone} << out;
    const std::vector<std::uint64_t> may = exchange_.offers(state(free));
    const Connection made = connector_.next(may, static_cast<unsigned>(random_.state()));
    if (made.in == kNone) return;
    out_[static_cast<unsigned>(made.out)].source = made.in;
    if (static_cast<unsigned>(made.out) >= outs())
      exchange_.enter(static_cast<unsigned>(made.out) - outs());
    ++connections_;
  }

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

  /// Also connects into these draining output buffers.
  void connect(std::uint64_t draining) {
    std::uint64_t free = draining;
    for (unsigned out = 0; out < outs(); ++out)
      free |= std::uint64_t{out_[out].flits.empty() && out_[out].source == kNone} << out;
    std::vector<std::uint64_t> may(ins());
    for (unsigned in = 0; in < ins(); ++in) {
      Input& from = in_[in];
      if (from.flits.empty() || from.connected || now_ - from.arrival < options_.pipeline) continue;
      const bool escape =
          in < options_.net.link_buffers() && in % options_.net.link_vcs() < options_.net.classes;
      std::uint64_t outs = wanted(in, escape);
      if (options_.bind_lanes) outs = bind(from, outs, free);
      may[in] = outs & free;
    }
    const Connection made = connector_.next(may, static_cast<unsigned>(random_.state()));
    if (made.in == kNone) return;
    in_[static_cast<unsigned>(made.in)].connected = true;
    in_[static_cast<unsigned>(made.in)].bound = kNone;
    out_[static_cast<unsigned>(made.out)].source = made.in;
    ++connections_;
  }

  /// The output buffer on which the header waits; ejection ports have no virtual channels.
  [[nodiscard]] std::uint64_t bind(Input& from, std::uint64_t wanted, std::uint64_t free) const {
    const unsigned links = options_.net.link_buffers();
    if (lowest(wanted, links) == kNone) return wanted;
    if (from.bound == kNone) from.bound = lowest(wanted & free, links);
    if (from.bound == kNone) from.bound = lowest(wanted, links);
    return std::uint64_t{1} << from.bound;
  }

  void cross() {
    std::vector<std::optional<Flit>> queued(options_.frames);
    for (unsigned out = 0; out < outs() + options_.frames; ++out) {
      Output& into = out_[out];
      if (into.source == kNone) continue;
      Input& from = in_[static_cast<unsigned>(into.source)];
      if (from.flits.empty()) continue;
      Flit flit = from.flits.front();
      from.flits.pop_front();
      if (flit.head() && out < options_.net.link_buffers())
        step(flit, out / options_.net.link_vcs());
      if (out < outs())
        into.flits.push_back(flit);
      else
        queued[out - outs()] = flit;
      if (!flit.tail()) continue;
      from.connected = false;
      into.source = kNone;
    }
    for (unsigned frame = 0; frame < options_.frames; ++frame)
      if (queued[frame]) arrive(in_[ins() + frame], *queued[frame]);
  }

  void step(Flit& header, unsigned port) const {
    const unsigned offset = port / 2 * options_.hop_width;
    const std::uint64_t mask = ((std::uint64_t{1} << options_.hop_width) - 1) << offset;
    int left = hops(header, port / 2) + (port % 2 == 0 ? -1 : 1);
    // Away from its destination by more than half the ring, it goes on around it.
    const int ring = options_.frames == 0 ? 0 : options_.net.extents[port / 2];
    if (port % 2 == 0 && left < -(ring / 2)) left += ring;
    if (port % 2 == 1 && left > ring / 2) left -= ring;
    const std::uint64_t stepped = static_cast<std::uint64_t>(left) << offset;
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
  Exchange exchange_;
  Lfsr random_;
  // The frames of the queue come last on both sides; their flits are in `in_`.
  std::vector<Input> in_ = std::vector<Input>(inputs_.buffers() + options_.frames);
  std::vector<Output> out_ = std::vector<Output>(outputs_.buffers() + options_.frames);
  unsigned now_ = 0;
  unsigned connections_ = 0;
};

}  // namespace wayfarer::cut_through_test
