#include "traffic/replies.hpp"

#include "core/text.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {
namespace {

class Replies final : public Responder {
 public:
  Replies(std::uint16_t bytes, Cycle delay, double mean_flits)
      : bytes_(bytes), delay_(delay), mean_flits_(mean_flits) {}

  void deliver(const MessageRecord& message, Cycle now, std::vector<Answer>& answers) override {
    if (message.answer != kNoAnswer) {
      free_.push_back(message.answer);
      return;
    }
    answers.push_back({now + 1 + delay_, message.destination, message.source,
                       take_number(message.birth), bytes_});
  }

  std::optional<Cycle> request_birth(const MessageRecord& message) const override {
    if (message.answer == kNoAnswer) return std::nullopt;
    return births_[message.answer];
  }

  double mean_flits() const override { return mean_flits_; }
  double mean_bytes() const override { return bytes_; }

 private:
  std::uint32_t take_number(Cycle birth) {
    if (free_.empty()) {
      births_.push_back(birth);
      return static_cast<std::uint32_t>(births_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    births_[number] = birth;
    return number;
  }

  std::uint16_t bytes_;
  Cycle delay_;
  double mean_flits_;
  std::vector<Cycle> births_;        ///< Births of the requests, by the number of the reply.
  std::vector<std::uint32_t> free_;  ///< Numbers of replies that have arrived.
};

}  // namespace

MakeResponder make_replies(const ReplySpec& spec, const NetworkConfig& config) {
  check_unsigned(spec.bytes, "--reply: bytes", 0, config.max_message_bytes());
  const double flits = message_flits(spec.bytes, flit_format(config));
  return [=] { return std::make_unique<Replies>(spec.bytes, spec.delay, flits); };
}

}  // namespace wayfarer
