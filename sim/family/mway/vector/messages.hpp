// The messages in a network, for the vector form of the m-way model.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flit.hpp"
#include "family/kit/flit_lists.hpp"

namespace wayfarer::mway {

using MessageSlot = std::uint32_t;
constexpr MessageSlot kNoMessage = ~MessageSlot{0};

struct VectorMessage {
  TerminalId destination = 0;
  MessageId id = 0;
  std::uint32_t flits = 0;        ///< That have entered the network; all of them once the tail has.
  MessageSlot next = kNoMessage;  ///< The next one whose header is in the same buffer.
  kit::FlitLists::List contents;  ///< The flits not yet delivered, if they are recorded.
  std::uint8_t way = 0;           ///< That the header takes from its buffer,
  std::uint8_t buffer_class = 0;  ///< and the class of buffers there.
  bool whole = false;             ///< Header and tail are in the same buffer.
};

/// As many as there have ever been in the network together.
class Messages {
 public:
  /// `flits`: the most of them in the network.
  explicit Messages(std::size_t flits) : flits_(flits) {}

  void reset() {
    messages_.clear();
    free_.clear();
    flits_.reset();
  }
  [[nodiscard]] MessageSlot make(MessageId id, TerminalId destination) {
    if (free_.empty()) {
      free_.push_back(static_cast<MessageSlot>(messages_.size()));
      messages_.emplace_back();
    }
    const MessageSlot slot = free_.back();
    free_.pop_back();
    messages_[slot] = {};
    messages_[slot].id = id;
    messages_[slot].destination = destination;
    return slot;
  }
  /// Frees a message whose tail has been delivered.
  void release(MessageSlot slot) { free_.push_back(slot); }

  VectorMessage& operator[](MessageSlot slot) { return messages_[slot]; }

  /// Adds a flit that enters the network.
  void record(MessageSlot slot, const Flit& flit) {
    ++messages_[slot].flits;
    flits_.add(messages_[slot].contents, flit);
  }
  /// Removes the next flit, which leaves it.
  [[nodiscard]] kit::FlitInfo take(MessageSlot slot) {
    return flits_.take(messages_[slot].contents);
  }

 private:
  std::vector<VectorMessage> messages_;
  std::vector<MessageSlot> free_;
  kit::FlitLists flits_;
};

}  // namespace wayfarer::mway
