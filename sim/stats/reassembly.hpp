// What a terminal does with messages that come as several packets: puts them together again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>

#include "traffic/message_table.hpp"

namespace wayfarer {

/// Counts the packets of each message at each terminal. That none comes twice is checked before, by
/// the packets' own numbers; here, that none is missing and, where the network keeps it, the order.
class Reassembly {
 public:
  explicit Reassembly(bool in_order) : in_order_(in_order) {}

  /// A packet is complete at a terminal. Returns whether its message is, too. Throws CheckFailed
  /// naming cycle, terminal and packet where it comes out of order.
  bool add(TerminalId terminal, const MessageRecord& packet, Cycle now);

  /// Throws CheckFailed if some message lacks packets.
  void expect_complete(Cycle now) const;

 private:
  using Key = std::tuple<TerminalId, TerminalId, std::uint32_t>;  ///< Terminal, source, sequence.
  struct Message {
    unsigned arrived = 0;  ///< Packets.
    unsigned packets = 0;
  };

  bool in_order_;
  std::map<Key, Message> messages_;
};

}  // namespace wayfarer
