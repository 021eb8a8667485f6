#include "stats/reassembly.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {

bool Reassembly::add(TerminalId terminal, const MessageRecord& packet, Cycle now) {
  const auto entry = messages_.try_emplace({terminal, packet.source, packet.sequence}).first;
  Message& message = entry->second;
  message.packets = packet.packets;
  if (in_order_ && packet.packet != message.arrived)
    throw CheckFailed(fmt::format("PacketsReassembled: cycle {}: terminal {}: packet {} of message "
                                  "{} from {}; packet {} was expected", now, terminal,
                                  packet.packet, packet.sequence, packet.source, message.arrived));
  if (++message.arrived < message.packets) return false;
  messages_.erase(entry);
  return true;
}

void Reassembly::expect_complete(Cycle now) const {
  if (messages_.empty()) return;
  const auto& [key, message] = *messages_.begin();
  const auto& [terminal, source, sequence] = key;
  throw CheckFailed(fmt::format("PacketsReassembled: cycle {}: {} messages are incomplete, among "
                                "them number {} from {} at terminal {}: {} of {} packets", now,
                                messages_.size(), sequence, source, terminal, message.arrived,
                                message.packets));
}

}  // namespace wayfarer
