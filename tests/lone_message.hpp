// One message in an empty network.
#pragma once

#include <algorithm>
#include <vector>

#include "core/error.hpp"
#include "core/network.hpp"

namespace wayfarer {

struct LoneMessage {
  TerminalId from = 0;
  TerminalId to = 0;
  unsigned flits = 1;
  unsigned bytes = 0;  ///< The length in the header.
  unsigned injection_port = 0;
};

/// Flit `number` of a message.
inline Flit flit_of(const LoneMessage& message, unsigned number, MessageId id = 1) {
  return {make_tag(number == 0, number + 1 == message.flits), static_cast<std::uint16_t>(number),
          id, message.to, static_cast<std::uint16_t>(message.bytes)};
}

/// Sends the message from the next cycle on, as fast as the injection port accepts it. Returns the
/// cycle in which the tail is delivered, counted from there. Throws CheckFailed when a flit is
/// misdelivered.
inline Cycle tail_cycle(Network& network, const LoneMessage& message) {
  unsigned sent = 0;
  for (Cycle now = 0; now < 10'000; ++now) {
    if (sent < message.flits &&
        (network.injection_ready()[message.from] >> message.injection_port & 1) != 0)
      network.offer(message.from, message.injection_port, flit_of(message, sent++));
    network.step();
    for (const Delivery& delivery : network.deliveries()) {
      if (delivery.terminal != message.to || !delivery.intact)
        throw CheckFailed("a lone message's flit is misdelivered or damaged");
      if (is_tail(delivery.tag)) return now;
    }
  }
  return kNever;
}

/// The same for a message to a group: the cycle of each member's tail, in their order. Throws
/// CheckFailed unless each member gets one, within so many cycles, and no other terminal does.
inline std::vector<Cycle> tail_cycles(Network& network, const LoneMessage& message,
                                      const std::vector<TerminalId>& members) {
  std::vector<Cycle> tails(members.size(), kNever);
  unsigned sent = 0;
  std::size_t missing = members.size();
  for (Cycle now = 0; now < 10'000 && missing > 0; ++now) {
    if (sent < message.flits &&
        (network.injection_ready()[message.from] >> message.injection_port & 1) != 0)
      network.offer(message.from, message.injection_port, flit_of(message, sent++));
    network.step();
    for (const Delivery& delivery : network.deliveries()) {
      const auto member = std::find(members.begin(), members.end(), delivery.terminal);
      if (member == members.end() || !delivery.intact)
        throw CheckFailed("a flit of a lone multicast message is misdelivered or damaged");
      Cycle& tail = tails[static_cast<std::size_t>(member - members.begin())];
      if (tail != kNever) throw CheckFailed("a member gets a message twice");
      if (!is_tail(delivery.tag)) continue;
      tail = now;
      --missing;
    }
  }
  if (missing != 0) throw CheckFailed("a member gets no copy");
  return tails;
}

}  // namespace wayfarer
