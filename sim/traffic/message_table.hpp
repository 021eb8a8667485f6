// Records of the messages in flight, indexed by the number in every flit.
#pragma once

#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// MessageRecord::answer of messages that no responder sends.
constexpr std::uint32_t kNoAnswer = ~std::uint32_t{0};

/// The first sequence number of answers.
constexpr std::uint32_t kAnswerSequence = 1u << 31;

/// A message, or a packet of one that is sent as several: then birth, start and sequence are those
/// of the message.
struct MessageRecord {
  /// Names the message in texts, events and waves: counts the messages of all sources in the order
  /// in which they come to the front of their source's queue.
  std::uint64_t number = 0;
  TerminalId source = 0;
  TerminalId destination = 0;
  Cycle birth = 0;
  Cycle start = 0;  ///< Cycle in which the network took the header.
  std::uint32_t sequence =
      0;  ///< Counts the source's messages, sent or not. Answers: kAnswerSequence on.
  std::uint32_t answer = kNoAnswer;  ///< Answer::number.
  std::uint16_t length_bytes = 0;
  std::uint16_t data_flits = 0;
  std::uint16_t packet = 0;  ///< One of the message's `packets`; each has a record.
  std::uint16_t packets = 1;
  std::uint8_t message_class = 0;  ///< FamilyConfig::message_class, of its first header.
  std::uint8_t generation = 0;     ///< Tells successive users of a slot apart.
  bool multicast = false;          ///< To a group, encoded by multicast_destination.
  bool in_flight = false;
  bool arriving = false;  ///< Its first data flit has been delivered.
};

/// MessageId = slot (low 20 bits) | generation (4 bits) << 20. A slot is reused after delivery, so
/// that low bits stay few and a header with a narrow flit can carry most of what tells ids apart.
class MessageTable {
 public:
  static constexpr unsigned kSlotBits = 20;
  static constexpr MessageId kSlotMask = (1u << kSlotBits) - 1;
  static constexpr unsigned kGenerations = 1u << (kMessageIdBits - kSlotBits);

  /// Stores a message and names it. Throws CheckFailed when 2^20 are in flight already.
  [[nodiscard]] MessageId insert(const MessageRecord& message) {
    const std::uint32_t slot = take_slot();
    MessageRecord& record = records_[slot];
    const std::uint8_t generation = record.generation;
    record = message;
    record.generation = generation;
    record.in_flight = true;
    record.arriving = false;
    ++in_flight_;
    return id_of(slot, record);
  }

  [[nodiscard]] static MessageId id_of(MessageId slot, const MessageRecord& record) {
    return slot | MessageId{record.generation} << kSlotBits;
  }

  /// The message of that number; nullptr if it is not in flight.
  [[nodiscard]] MessageRecord* find(MessageId id) {
    const std::uint32_t slot = id & kSlotMask;
    if (slot >= records_.size()) return nullptr;
    MessageRecord& record = records_[slot];
    return record.in_flight && record.generation == id >> kSlotBits ? &record : nullptr;
  }
  [[nodiscard]] const MessageRecord* find(MessageId id) const {
    return const_cast<MessageTable*>(this)->find(id);
  }

  /// Removes a delivered message that `find` returns. Its record stays readable until `insert`.
  void release(MessageId id) {
    const std::uint32_t slot = id & kSlotMask;
    MessageRecord& record = records_[slot];
    record.in_flight = false;
    record.generation = static_cast<std::uint8_t>((record.generation + 1) % kGenerations);
    free_.push_back(slot);
    --in_flight_;
  }

  [[nodiscard]] std::uint32_t in_flight() const { return in_flight_; }

  /// Every slot ever used; only those with `in_flight` are valid.
  [[nodiscard]] const std::vector<MessageRecord>& records() const { return records_; }

  void clear() {
    records_.clear();
    free_.clear();
    in_flight_ = 0;
  }

 private:
  std::uint32_t take_slot() {
    if (free_.empty()) {
      if (records_.size() > kSlotMask)
        throw CheckFailed("more than 2^20 messages are in flight: the network loses them");
      records_.emplace_back();
      return static_cast<std::uint32_t>(records_.size() - 1);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  std::vector<MessageRecord> records_;
  std::vector<std::uint32_t> free_;
  std::uint32_t in_flight_ = 0;
};

}  // namespace wayfarer
