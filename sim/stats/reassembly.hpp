// Reassembly, at a terminal, of messages sent as several packets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>

#include "traffic/message_table.hpp"

namespace wayfarer {

/// Counts the packets of each message at each terminal. Duplicates are detected earlier, by the
/// packets' own numbers; here, missing packets and, where the network keeps it, the order.
class Reassembly {
 public:
  explicit Reassembly(bool in_order) : in_order_(in_order) {}

  /// Records that a packet is complete at a terminal. Returns whether its message is complete.
  /// Throws CheckFailed naming cycle, terminal and packet if it is out of order.
  bool add(TerminalId terminal, const MessageRecord& packet, Cycle now);

  /// Throws CheckFailed if some message lacks packets.
  void expect_complete(Cycle now) const;

 private:
  using Key = std::tuple<TerminalId, TerminalId, std::uint32_t>;  ///< Terminal, source, sequence.
  struct Message {
    std::uint64_t number = 0;
    unsigned arrived = 0;  ///< Packets.
    unsigned packets = 0;
  };

  bool in_order_;
  std::map<Key, Message> messages_;
};

}  // namespace wayfarer
