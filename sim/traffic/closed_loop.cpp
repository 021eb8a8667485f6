#include "traffic/closed_loop.hpp"

#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "traffic/responder_workload.hpp"

namespace wayfarer {
namespace {

/// What all runs of a workload have in common.
struct Plan {
  std::shared_ptr<const Pattern> pattern;
  std::shared_ptr<const Lengths> lengths;
  std::uint32_t terminals = 0;
  std::uint32_t window = 1;
  std::uint64_t messages = 0;  ///< Of each source; 0: no end.
  std::optional<ReplySpec> reply;
  FlitFormat format;
};

class ClosedLoop final : public Responder {
 public:
  explicit ClosedLoop(const Plan& plan) : plan_(plan), sequence_(plan.terminals) {}

  void begin(std::vector<Answer>& answers) override {
    for (TerminalId source = 0; source < plan_.terminals; ++source)
      for (std::uint32_t slot = 0; slot < plan_.window; ++slot) issue(source, 0, answers);
  }

  void deliver(const MessageRecord& message, Cycle now, std::vector<Answer>& answers) override {
    const std::uint32_t number = message.answer;
    Exchange& exchange = exchanges_[number];
    if (plan_.reply && !exchange.replied) {
      exchange.replied = true;
      add({now + 1 + plan_.reply->delay, message.destination, message.source, number,
           plan_.reply->bytes},
          answers);
      return;
    }
    free_.push_back(number);
    issue(exchange.source, now + 1, answers);
  }

  std::optional<Cycle> request_birth(const MessageRecord& message) const override {
    const Exchange& exchange = exchanges_[message.answer];
    if (!exchange.replied) return std::nullopt;
    return exchange.birth;
  }

  double mean_flits() const override { return sent_ == 0 ? 0 : flits_ / sent_; }
  double mean_bytes() const override { return sent_ == 0 ? 0 : bytes_ / sent_; }

 private:
  /// A message that takes a place in its source's window.
  struct Exchange {
    TerminalId source = 0;
    Cycle birth = 0;
    bool replied = false;
  };

  /// The source's next message, unless it has sent all.
  void issue(TerminalId source, Cycle birth, std::vector<Answer>& answers) {
    if (plan_.pattern->silent(source)) return;
    constexpr unsigned kMostUnsent = 100'000;  ///< Then the pattern has no destination for it.
    for (unsigned unsent = 0; unsent < kMostUnsent; ++unsent) {
      const std::uint32_t sequence = sequence_[source];
      if (plan_.messages != 0 && sequence >= plan_.messages) return;
      ++sequence_[source];
      const TerminalId destination = plan_.pattern->destination(source, sequence);
      if (destination == kNoTerminal) continue;
      const std::uint32_t number = take_number();
      exchanges_[number] = {source, birth, false};
      add({birth, source, destination, number, plan_.lengths->bytes(source, sequence)}, answers);
      return;
    }
  }

  std::uint32_t take_number() {
    if (free_.empty()) {
      exchanges_.emplace_back();
      return static_cast<std::uint32_t>(exchanges_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }

  void add(const Answer& answer, std::vector<Answer>& answers) {
    sent_ += 1;
    flits_ += message_flits(answer.bytes, plan_.format);
    bytes_ += answer.bytes;
    answers.push_back(answer);
  }

  Plan plan_;
  std::vector<std::uint32_t> sequence_;  ///< By source, of its next message.
  std::vector<Exchange> exchanges_;      ///< By Answer::number.
  std::vector<std::uint32_t> free_;      ///< Numbers of those that have ended.
  double sent_ = 0;
  double flits_ = 0;
  double bytes_ = 0;
};

}  // namespace

Workload make_closed_loop(const NetworkConfig& config, const TrafficSpec& spec,
                          std::uint64_t seed) {
  constexpr std::uint64_t kMostInFlight = std::uint64_t{1} << MessageTable::kSlotBits;
  const bool batch = spec.process.finite();
  if (!batch && !std::holds_alternative<BernoulliSpec>(spec.process.which))
    throw UsageError(fmt::format(
        "--window with --process {}: sources send as soon as the window allows; legal: batch:L, or no --process",
        to_string(spec.process)));
  if (std::uint64_t{*spec.window} * config.terminals() > kMostInFlight)
    throw UsageError(fmt::format(
        "--window {}: {} outstanding messages of {} terminals; legal: at most {}", *spec.window,
        std::uint64_t{*spec.window} * config.terminals(), config.terminals(), kMostInFlight));
  // The process of a batch gives copies their order, and no rate.
  TrafficSpec drawn = spec;
  if (!batch) drawn.process = {BatchSpec{}};
  Workload open = make_workload(config, drawn, 0, seed);
  if (!open.pattern->groups().empty())
    throw UsageError("--window with multicast; legal: another pattern");
  Plan plan{open.pattern, open.lengths,       config.terminals(), *spec.window, 0,
            spec.reply,   flit_format(config)};
  if (batch)
    plan.messages =
        std::uint64_t{std::get<BatchSpec>(spec.process.which).messages} * open.pattern->copies();
  if (spec.reply)
    check_unsigned(spec.reply->bytes, "--reply: bytes", 0, config.max_message_bytes());
  Workload workload =
      responder_workload(config, batch, [plan] { return std::make_unique<ClosedLoop>(plan); });
  workload.replies = spec.reply.has_value();
  return workload;
}

}  // namespace wayfarer
