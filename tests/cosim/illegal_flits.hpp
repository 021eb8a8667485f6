// Terminals that send illegal flits.
#pragma once

#include <algorithm>
#include <vector>

#include "config/config.hpp"
#include "core/error.hpp"
#include "core/network.hpp"
#include "core/random.hpp"
#include "geometry/multicast_group.hpp"
#include "traffic/sources.hpp"

namespace wayfarer {

/// Client-server networks and routers with virtual channels. Every terminal sends flits of any tag
/// to any destination, on all its injection ports if they are parallel.
/// Returns the causes on the error ports.
inline std::uint8_t run_illegal(Network& network, std::uint64_t seed, Cycle cycles) {
  network.reset();
  const NetworkShape& shape = network.shape();
  const unsigned ports = shape.parallel_ports ? shape.injection_ports : 1;
  std::uint8_t causes = 0;
  for (Cycle now = 0; now < cycles; ++now) {
    for (std::uint32_t source = 0; source < shape.terminals * ports; ++source) {
      Random random(seed, source, Purpose::kTest, now);
      if (random.below(3) == 0) continue;
      const bool likely = random.below(2) == 0;
      Flit flit;
      flit.tag = static_cast<Tag>(1 + random.below(4));
      flit.message = random.below(1u << kMessageIdBits);
      flit.index = static_cast<std::uint16_t>(is_head(flit.tag) ? 0 : random.below(256));
      flit.destination = likely ? shape.terminals - 1 : random.below(2 * shape.terminals);
      network.offer(source / ports, source % ports, flit);
    }
    network.step();
    for (const ErrorEvent& event : network.errors())
      causes = static_cast<std::uint8_t>(causes | event.causes);
  }
  return causes;
}

/// The same networks with messages of up to `longest` + 1 flits. Every second message has one flit
/// with a wrong tag: a header, a body flit or a tail in its place. Returns the causes on the error
/// ports.
inline std::uint8_t run_nearly_legal(Network& network, std::uint64_t seed, Cycle cycles,
                                     unsigned longest) {
  network.reset();
  const NetworkShape& shape = network.shape();
  struct Source {
    unsigned flits = 0;  ///< Length of its message.
    unsigned index = 0;  ///< Index of the flit that is offered.
    unsigned wrong = 0;  ///< The flit with another tag; `flits`: none.
    Tag tag = Tag::kBody;
    TerminalId destination = 0;
  };
  const unsigned ports = shape.parallel_ports ? shape.injection_ports : 1;
  std::vector<Source> sources(shape.terminals * ports);
  std::uint8_t causes = 0;
  for (Cycle now = 0; now < cycles; ++now) {
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      Source& source = sources[i];
      Random random(seed, i, Purpose::kTest, now);
      if (source.index == source.flits) {
        const bool long_one = random.below(2) == 0;
        source.flits =
            long_one ? std::max(1u, longest - 1 + random.below(3)) : 1 + random.below(longest);
        source.index = 0;
        source.wrong =
            random.below(2) == 0 ? source.flits - 1 - random.below(2) % source.flits : source.flits;
        constexpr Tag kTags[] = {Tag::kHeader, Tag::kBody, Tag::kTail};
        source.tag = kTags[random.below(3)];
        source.destination = random.below(shape.terminals);
      }
      const bool first = source.index == 0;
      const bool last = source.index + 1 == source.flits;
      Flit flit;
      flit.tag = source.index == source.wrong ? source.tag
                 : first && last              ? Tag::kSingle
                 : first                      ? Tag::kHeader
                 : last                       ? Tag::kTail
                                              : Tag::kBody;
      flit.message = i;
      flit.index = static_cast<std::uint16_t>(is_head(flit.tag) ? 0 : source.index);
      flit.destination = source.destination;
      if ((network.injection_ready()[i / ports] >> i % ports & 1) != 0) ++source.index;
      network.offer(i / ports, i % ports, flit);
    }
    network.step();
    for (const ErrorEvent& event : network.errors())
      causes = static_cast<std::uint8_t>(causes | event.causes);
  }
  return causes;
}

/// Results of an m-way network half of whose terminals send illegal flits.
struct Offences {
  std::uint8_t causes = 0;    ///< On the error ports.
  std::uint64_t refused = 0;  ///< Illegal flits.
  std::uint64_t started = 0;  ///< Messages of the others,
  std::uint64_t arrived = 0;  ///< of which this many arrived whole
  std::uint64_t in_flight = 0;
};

/// Every second terminal of an m-way network sends arbitrary flits; the others send legal messages
/// at `rate`. Throws CheckFailed when one of these is refused, damaged or lost.
inline Offences run_offenders(Network& network, const NetworkConfig& config, std::uint64_t seed,
                              Cycle cycles, double rate = 0.02) {
  network.reset();
  const NetworkShape& shape = network.shape();
  MessageTable messages;
  Sources sources(shape, make_workload(config, {}, rate, seed), messages);
  const auto offends = [](TerminalId terminal) { return terminal % 2 == 0; };

  // The network for the legal terminals: the offenders' injection buffers are never ready.
  class Muted final : public Network {
   public:
    explicit Muted(Network& inner) : inner_(inner) {}
    const NetworkShape& shape() const override { return inner_.shape(); }
    void reset() override { inner_.reset(); }
    const std::vector<PortMask>& injection_ready() const override {
      ready_ = inner_.injection_ready();
      for (TerminalId t = 0; t < ready_.size(); t += 2) ready_[t] = 0;
      return ready_;
    }
    void offer(TerminalId t, unsigned injection_port, const Flit& flit) override {
      inner_.offer(t, injection_port, flit);
    }
    void stall_ejection(TerminalId t, bool stalled) override { inner_.stall_ejection(t, stalled); }
    void step() override { inner_.step(); }
    const std::vector<Delivery>& deliveries() const override { return inner_.deliveries(); }
    const std::vector<Transfer>& transfers() const override { return inner_.transfers(); }
    const std::vector<std::uint8_t>& drivers() const override { return inner_.drivers(); }
    const std::vector<ErrorEvent>& errors() const override { return inner_.errors(); }

   private:
    Network& inner_;
    mutable std::vector<PortMask> ready_;
  } muted(network);

  const std::vector<PatternKind> kinds = config.own->pattern_kinds();
  const bool groups = std::find(kinds.begin(), kinds.end(), PatternKind::kMulticast) != kinds.end();
  Offences seen;
  for (Cycle now = 0; now < cycles; ++now) {
    sources.offer(muted, now);
    for (TerminalId t = 0; t < shape.terminals; ++t) {
      if (!offends(t)) continue;
      Random random(seed, t, Purpose::kTest, now);
      if (random.below(2) == 0) continue;
      const unsigned buffer = random.below(shape.injection_ports);
      if ((network.injection_ready()[t] >> buffer & 1) == 0) continue;
      Flit flit;
      flit.tag = static_cast<Tag>(random.below(4));
      flit.index = static_cast<std::uint16_t>(random.below(6));
      flit.message = random.below(1u << kMessageIdBits);
      flit.destination = groups && random.below(3) == 0 ? multicast_destination(random.below(4))
                                                        : random.below(2 * shape.terminals);
      flit.length_bytes = static_cast<std::uint16_t>(random.below(5 * shape.flit_bytes));
      network.offer(t, buffer, flit);
    }
    network.step();
    for (const ErrorEvent& event : network.errors()) {
      if (event.causes == kErrorAborted) continue;  // a message of an offender has arrived
      if (!offends(event.terminal)) throw CheckFailed("a legal flit was refused");
      seen.causes = static_cast<std::uint8_t>(seen.causes | event.causes);
      ++seen.refused;
    }
    for (const Delivery& delivery : network.deliveries()) {
      if (!delivery.intact) throw CheckFailed("a flit was delivered damaged");
      const MessageRecord* record = messages.find(delivery.message);
      // Illegal flits may carry any number; a legal message is identified by all of its flits.
      if (delivery.tag != Tag::kTail || record == nullptr) continue;
      if (record->destination == delivery.terminal && record->data_flits == delivery.index &&
          !offends(record->source)) {
        ++seen.arrived;
        messages.release(delivery.message);
      }
    }
  }
  seen.started = sources.started_messages();
  seen.in_flight = messages.in_flight();
  if (seen.arrived + seen.in_flight < seen.started) throw CheckFailed("a legal message was lost");
  return seen;
}

}  // namespace wayfarer
