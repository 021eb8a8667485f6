// What the messages inside a network carry: models of networks move numbers of messages, not data.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "core/types.hpp"
#include "stream/word.hpp"

namespace wayfarer {

/// Contents by the number of a message.
template <class Message>
class MessageTable {
 public:
  void clear() {
    messages_.clear();
    next_ = 0;
  }

  [[nodiscard]] bool empty() const { return messages_.empty(); }

  /// Keeps a message under a number that no other message has.
  MessageId add(Message message) {
    while (messages_.count(next_) != 0) advance();
    const MessageId id = next_;
    advance();
    messages_.emplace(id, std::move(message));
    return id;
  }

  /// @throws std::out_of_range  no message has the number.
  [[nodiscard]] const Message& at(MessageId id) const { return messages_.at(id); }
  [[nodiscard]] Message& at(MessageId id) { return messages_.at(id); }
  void remove(MessageId id) { messages_.erase(id); }

 private:
  void advance() { next_ = (next_ + 1) & ((MessageId{1} << kMessageIdBits) - 1); }

  std::unordered_map<MessageId, Message> messages_;
  MessageId next_ = 0;
};

struct StreamMessage {
  TerminalId source = 0;
  std::vector<StreamData> words;
};

using StreamMessages = MessageTable<StreamMessage>;

}  // namespace wayfarer
