// The messages that a responder has planned and that have not arrived.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "traffic/lengths.hpp"
#include "traffic/responder.hpp"

namespace wayfarer {

/// `Content`: what the responder wants to know of a message when it arrives.
template <typename Content>
class UnderWay {
 public:
  explicit UnderWay(const FlitFormat& format) : format_(format) {}

  /// Adds the message, with a number of its own, to the answers.
  void plan(Answer answer, Content content, std::vector<Answer>& answers) {
    answer.number = next_number_++;
    next_number_ %= kNoAnswer;
    contents_.emplace(answer.number, std::move(content));
    births_.insert(answer.birth);
    messages_ += 1;
    flits_ += message_flits(answer.bytes, format_);
    bytes_ += answer.bytes;
    answers.push_back(answer);
  }

  /// The content of a message that has arrived; it is forgotten.
  [[nodiscard]] Content take(const MessageRecord& message) {
    births_.erase(births_.find(message.birth));
    return contents_.extract(message.answer).mapped();
  }

  /// Whether messages that are born in `cycle` must be planned now, `ahead` cycles before the next
  /// message can arrive. No cycle before `next` counts.
  [[nodiscard]] bool needs(Cycle cycle, Cycle next, Cycle ahead) const {
    return births_.empty() || cycle <= std::max(next, *births_.begin()) + ahead;
  }

  /// Mean length of all planned messages, headers included; 0 if there are none.
  [[nodiscard]] double mean_flits() const { return messages_ == 0 ? 0 : flits_ / messages_; }
  /// The same in data bytes.
  [[nodiscard]] double mean_bytes() const { return messages_ == 0 ? 0 : bytes_ / messages_; }

 private:
  FlitFormat format_;
  std::unordered_map<std::uint32_t, Content> contents_;  ///< By Answer::number.
  std::multiset<Cycle> births_;                          ///< Births of the messages in `contents_`.
  std::uint32_t next_number_ = 0;
  double messages_ = 0;
  double flits_ = 0;
  double bytes_ = 0;
};

}  // namespace wayfarer
