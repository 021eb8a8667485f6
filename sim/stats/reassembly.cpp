#include "stats/reassembly.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {

bool Reassembly::add(TerminalId terminal, const MessageRecord& packet, Cycle now) {
  const auto entry = messages_.try_emplace({terminal, packet.source, packet.sequence}).first;
  Message& message = entry->second;
  message.number = packet.number;
  message.packets = packet.packets;
  if (in_order_ && packet.packet != message.arrived)
    throw CheckFailed(
        fmt::format("PacketsReassembled: cycle {}: terminal {}: packet {} of message "
                    "{} from {}; packet {} was expected",
                    now, terminal, packet.packet, packet.number, packet.source, message.arrived));
  if (++message.arrived < message.packets) return false;
  messages_.erase(entry);
  return true;
}

void Reassembly::expect_complete(Cycle now) const {
  if (messages_.empty()) return;
  const auto& [key, message] = *messages_.begin();
  throw CheckFailed(
      fmt::format("PacketsReassembled: cycle {}: {} messages are incomplete, among "
                  "them message {} from {} at terminal {}: {} of {} packets",
                  now, messages_.size(), message.number, std::get<1>(key), std::get<0>(key),
                  message.arrived, message.packets));
}

}  // namespace wayfarer
