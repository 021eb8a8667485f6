// Checks every flit that a network delivers against what was sent.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/message_port.hpp"
#include "core/network.hpp"
#include "geometry/multicast_group.hpp"
#include "stats/reassembly.hpp"
#include "traffic/message_table.hpp"

namespace wayfarer {

/// Every message must arrive exactly once, complete and unchanged, at its destination; a message to
/// a multicast group as one copy at each member (MulticastExactlyOnce); a message of several
/// packets reassembled (PacketsReassembled). Messages may interleave at a terminal; (terminal,
/// driver, buffer) tells them apart between header and tail. Violations throw CheckFailed naming
/// cycle, terminal, track and message.
class Scoreboard {
 public:
  enum class Order { kAny, kPerPair };

  /// `messages` must outlive the scoreboard. `Order::kPerPair` (OrderPerPair) also checks
  /// that the messages of each (source, terminal) arrive in the order sent: only guaranteed where
  /// a set has one buffer and the routing is deterministic. `groups`: the multicast groups.
  /// `packets_in_order`: packets of one message arrive in order.
  Scoreboard(const NetworkShape& shape, MessageTable& messages, Order order = Order::kAny,
             std::vector<MulticastGroup> groups = {}, bool packets_in_order = true);

  /// Checks one delivery of cycle `now`. Returns the record of the message that it completes (with
  /// all packets and copies), else nullptr; it stays valid until the next message is entered.
  const MessageRecord* check(const Delivery& delivery, Cycle now);

  /// Checks a message that a network has delivered whole.
  const MessageRecord* check(const CompletedMessage& message, Cycle now);

  /// Ends the message that is open in the delivery's buffer: the network has cut it, and the rest
  /// never comes. Returns false if none is open there.
  bool cut(const Delivery& delivery);

  /// Checks that no message is in flight, so none was lost. For the end of a drained run.
  void expect_all_delivered(Cycle now) const;

  [[nodiscard]] std::uint64_t delivered_flits() const { return delivered_flits_; }
  [[nodiscard]] std::uint64_t delivered_messages() const { return delivered_messages_; }
  /// As delivered_messages, but each copy counts.
  [[nodiscard]] std::uint64_t delivered_copies() const { return delivered_copies_; }
  /// Packets; each copy counts.
  [[nodiscard]] std::uint64_t delivered_packets() const { return delivered_packets_; }
  /// Data bytes of these packets.
  [[nodiscard]] std::uint64_t delivered_bytes() const { return delivered_bytes_; }
  /// Packets of which no copy is missing.
  [[nodiscard]] std::uint64_t finished_packets() const { return finished_packets_; }

 private:
  static constexpr unsigned kBuffers = 16;  ///< The most a driver can have.

  /// A message arriving from one buffer of one driver.
  struct Track {
    MessageId message = 0;         ///< After the header only the masked bits, then all of them.
    std::uint16_t next_index = 0;  ///< 0: no message is open.
    std::uint16_t place = 0;       ///< As in the header.
  };

  /// Delivery state of a message to a group.
  struct Copies {
    std::vector<bool> begun;  ///< By member.
    std::size_t missing = 0;
  };

  [[nodiscard]] std::size_t track_of(const Delivery& delivery) const {
    return (std::size_t{delivery.terminal} * drivers_ + delivery.driver) * kBuffers +
           delivery.buffer;
  }
  [[noreturn]] void fail(const Delivery& delivery, Cycle now, const std::string& what) const;
  /// As texts and events name it.
  [[nodiscard]] std::string name_of(MessageId id) const;
  void check_header(Track& track, const Delivery& delivery, Cycle now);
  const MessageRecord* check_data(Track& track, const Delivery& delivery, Cycle now);
  const MessageRecord* check_single(Track& track, const Delivery& delivery, Cycle now);
  const MessageRecord* complete(Track& track, const MessageRecord& record, const Delivery& delivery,
                                Cycle now);
  void identify(const Track& track, const Delivery& delivery, Cycle now);
  void identify_copy(const MessageRecord& record, const Delivery& delivery, Cycle now);
  [[nodiscard]] bool last_copy(const MessageRecord& record, MessageId message);
  void check_place(const Track& track, const MessageRecord& record, const Delivery& delivery,
                   Cycle now) const;
  void check_order(const MessageRecord& record, const Delivery& delivery, Cycle now);

  unsigned drivers_;
  MessageId header_mask_;
  unsigned segment_flits_;
  MessageTable& messages_;
  Order order_;
  std::vector<MulticastGroup> groups_;
  std::vector<Track> tracks_;
  std::unordered_map<MessageId, Copies> copies_;  ///< Deliveries of multicast messages.
  Reassembly at_terminals_;  ///< Messages of several packets where they arrive,
  Reassembly everywhere_;    ///< and those of them whose packets are complete at all members.
  std::unordered_map<std::uint64_t, std::uint32_t>
      last_sequence_;  ///< Last sequence number per pair.
  std::uint64_t delivered_flits_ = 0;
  std::uint64_t delivered_messages_ = 0;
  std::uint64_t delivered_copies_ = 0;
  std::uint64_t delivered_packets_ = 0;
  std::uint64_t delivered_bytes_ = 0;
  std::uint64_t finished_packets_ = 0;
};

}  // namespace wayfarer
