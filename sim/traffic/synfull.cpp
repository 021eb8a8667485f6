#include "traffic/synfull.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/random.hpp"
#include "traffic/responder_workload.hpp"
#include "traffic/synfull_model.hpp"
#include "traffic/under_way.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kControlBytes = 8;
constexpr unsigned kDataBytes = 72;
constexpr Cycle kMemoryCycles = 80;       ///< From a request at a directory to the memory's data.
constexpr Cycle kAhead = 2000;            ///< Cycles for which transactions are begun in advance.
constexpr unsigned kMaxSilent = 100'000;  ///< Intervals without a message until a model is refused.

/// The messages of a transaction, in the protocol's order.
enum class Step : std::uint8_t {
  kRequest,      ///< Cache to directory.
  kForward,      ///< Directory to the cache that has the line.
  kInvalidate,   ///< Directory to a cache that shares it.
  kData,         ///< Cache or memory to the requesting cache.
  kAcknowledge,  ///< Invalidated cache to the requesting cache.
  kUnblock,      ///< Requesting cache to the directory: the transaction is over.
  kPutDone,      ///< Directory to the cache that has put a line back.
};

struct Transaction {
  SynfullRequest request = SynfullRequest::kWrite;
  unsigned cache = 0;
  unsigned directory = 0;
  unsigned open = 0;  ///< Messages under way or to be sent: at 0 it is forgotten.
};

struct Message {
  Step step = Step::kRequest;
  std::uint32_t transaction = 0;
  unsigned source = 0;  ///< Nodes of the model.
  unsigned destination = 0;
};

class Synfull final : public Responder {
 public:
  Synfull(std::shared_ptr<const SynfullModel> model, std::string origin, bool shared,
          const FlitFormat& format, std::uint64_t seed)
      : model_(std::move(model)),
        origin_(std::move(origin)),
        shared_(shared),
        seed_(seed),
        under_way_(format) {}

  void begin(std::vector<Answer>& answers) override { go_on(0, answers); }

  void deliver(const MessageRecord& record, Cycle now, std::vector<Answer>& answers) override {
    arrived_.push_back({under_way_.take(record), now});
    react_to_arrived(answers);
    go_on(now + 1, answers);
  }

  double mean_flits() const override { return under_way_.mean_flits(); }
  double mean_bytes() const override { return under_way_.mean_bytes(); }

 private:
  struct Interval {
    Cycle begin = 0;
    unsigned phase = 0;
    unsigned state = 0;
  };

  [[nodiscard]] Random random(TerminalId stream, std::uint64_t counter) const {
    return {seed_, stream, Purpose::kModel, counter};
  }

  /// Begins the intervals that come before the next message can arrive.
  void go_on(Cycle next, std::vector<Answer>& answers) {
    unsigned silent = 0;
    while (under_way_.needs(next_begin_, next, kAhead)) {
      if (++silent > kMaxSilent)
        throw UsageError(fmt::format("{}: no message in {} intervals; legal: a model with traffic",
                                     origin_, kMaxSilent));
      begin_interval(answers);
      react_to_arrived(answers);
    }
    while (intervals_.size() > 1 && intervals_[1].begin <= next) intervals_.pop_front();
  }

  void begin_interval(std::vector<Answer>& answers) {
    const Cycle begin = next_begin_;
    Random draws = random(0, interval_number_++);
    if (begin > 0) {
      if (begin % model_->time_span == 0) {
        phase_ = model_->phases[phase_].next.draw(draws.unit()).value_or(phase_);
        state_ = 0;
      }
      state_ = phase().states[state_].next.draw(draws.unit()).value_or(state_);
    }
    next_begin_ = begin + phase().resolution;
    intervals_.push_back({begin, phase_, state_});
    for (unsigned kind = 0; kind < kSynfullRequests; ++kind)
      initiate(static_cast<SynfullRequest>(kind), begin, draws, answers);
  }

  void initiate(SynfullRequest request, Cycle begin, Random& draws, std::vector<Answer>& answers) {
    const SynfullState::Initiations& table =
        phase().states[state_].requests[static_cast<unsigned>(request)];
    for (unsigned left = table.count.draw(draws.unit()).value_or(0); left > 0; --left) {
      // Even cycles, as the published generator has them.
      const Cycle birth = begin + Cycle{2} * draws.below(phase().resolution / 2);
      const auto source = table.source.draw(draws.unit());
      if (!source) continue;
      const unsigned cache = 2 * *source;
      const auto target = cache < table.destination.size()
                              ? table.destination[cache].draw(draws.unit())
                              : std::nullopt;
      if (!target) continue;
      const std::uint32_t number = next_transaction_++;
      transactions_[number] = {request, cache, 2 * *target + 1, 0};
      send({Step::kRequest, number, cache, 2 * *target + 1}, birth, answers);
    }
  }

  [[nodiscard]] const SynfullPhase& phase() const { return model_->phases[phase_]; }

  [[nodiscard]] TerminalId terminal_of(unsigned node) const { return shared_ ? node / 2 : node; }

  [[nodiscard]] unsigned bytes_of(const Message& message) const {
    const SynfullRequest request = transactions_.at(message.transaction).request;
    const bool data = message.step == Step::kData ||
                      (message.step == Step::kRequest && request == SynfullRequest::kPutDirty);
    return data ? kDataBytes : kControlBytes;
  }

  void send(const Message& message, Cycle birth, std::vector<Answer>& answers) {
    ++transactions_.at(message.transaction).open;
    const TerminalId source = terminal_of(message.source);
    const TerminalId destination = terminal_of(message.destination);
    if (source == destination) {
      arrived_.push_back({message, birth});
      return;
    }
    const auto bytes = static_cast<std::uint16_t>(bytes_of(message));
    under_way_.plan({birth, source, destination, 0, bytes}, message, answers);
  }

  void react_to_arrived(std::vector<Answer>& answers) {
    while (!arrived_.empty()) {
      const auto [message, cycle] = arrived_.back();
      arrived_.pop_back();
      react(message, cycle, answers);
      const auto transaction = transactions_.find(message.transaction);
      if (--transaction->second.open == 0) transactions_.erase(transaction);
    }
  }

  void react(const Message& message, Cycle now, std::vector<Answer>& answers) {
    const Transaction transaction = transactions_.at(message.transaction);
    const auto answer = [&](Step step, unsigned destination, Cycle delay) {
      send({step, message.transaction, message.destination, destination}, now + delay, answers);
    };
    switch (message.step) {
      case Step::kRequest: return react_to_request(message, transaction, now, answers);
      case Step::kForward: return answer(Step::kData, transaction.cache, 1);
      case Step::kInvalidate: return answer(Step::kAcknowledge, transaction.cache, 1);
      case Step::kData: return answer(Step::kUnblock, transaction.directory, 1);
      case Step::kAcknowledge:
      case Step::kUnblock:
      case Step::kPutDone: return;
    }
  }

  /// The directory's part of the protocol.
  void react_to_request(const Message& message, const Transaction& transaction, Cycle now,
                        std::vector<Answer>& answers) {
    const unsigned directory = message.destination;
    const auto answer = [&](Step step, unsigned destination, Cycle delay) {
      send({step, message.transaction, directory, destination}, now + delay, answers);
    };
    if (transaction.request == SynfullRequest::kPutClean ||
        transaction.request == SynfullRequest::kPutDirty)
      return answer(Step::kPutDone, transaction.cache, 1);

    const Interval& interval = interval_at(now);
    const SynfullPhase& phase = model_->phases[interval.phase];
    const SynfullState& state = phase.states[interval.state];
    Random draws = random(1, message.transaction);
    const bool write = transaction.request == SynfullRequest::kWrite;
    const bool forwarded = draws.unit() < phase.forwards[directory][write ? 0 : 1];
    const auto owner = state.forward[directory].draw(draws.unit());
    if (!forwarded || !owner) return answer(Step::kData, transaction.cache, kMemoryCycles);
    answer(Step::kForward, 2 * *owner, 1);
    if (write) invalidate(state, directory, 2 * *owner, draws, answer);
  }

  /// As many caches as the model says, the one to which the request was forwarded among them: that
  /// is how the published generator counts. They are drawn without replacement, each by its weight
  /// among those that are left.
  template <typename Send>
  static void invalidate(const SynfullState& state, unsigned directory, unsigned owner,
                         Random& draws, const Send& send) {
    const Weights& caches = state.invalidated[directory];
    const std::size_t wanted = state.invalidations[directory].draw(draws.unit()).value_or(0);
    if (wanted == 0) return;
    std::vector<double> left(caches.size());
    for (std::size_t cache = 0; cache < left.size(); ++cache)
      if (2 * cache != owner) left[cache] = caches.weight(cache);
    std::set<unsigned> chosen = {owner};
    const std::size_t most = std::min(wanted, caches.choices());
    while (chosen.size() < most) {
      const unsigned cache = *Weights(left).draw(draws.unit());
      left[cache] = 0;
      chosen.insert(2 * cache);
    }
    for (const unsigned cache : chosen) send(Step::kInvalidate, cache, 1);
  }

  [[nodiscard]] const Interval& interval_at(Cycle now) const {
    const auto after =
        std::upper_bound(intervals_.begin(), intervals_.end(), now,
                         [](Cycle cycle, const Interval& i) { return cycle < i.begin; });
    return after == intervals_.begin() ? *after : *std::prev(after);
  }

  struct Arrival {
    Message message;
    Cycle cycle = 0;
  };

  std::shared_ptr<const SynfullModel> model_;
  std::string origin_;
  bool shared_;
  std::uint64_t seed_;
  unsigned phase_ = 0;
  unsigned state_ = 0;
  Cycle next_begin_ = 0;
  std::uint64_t interval_number_ = 0;
  std::deque<Interval> intervals_;  ///< From the one of the current cycle on.
  std::unordered_map<std::uint32_t, Transaction> transactions_;
  UnderWay<Message> under_way_;
  std::vector<Arrival> arrived_;  ///< To be reacted to.
  std::uint32_t next_transaction_ = 0;
};

}  // namespace

Workload make_synfull_workload(const std::string& path, const NetworkConfig& config,
                               std::uint64_t seed) {
  constexpr std::uint64_t kLongest = 16u << 20;
  const auto model = std::make_shared<const SynfullModel>(
      parse_synfull(read_text(path, "a model of SynFull", kLongest), path));
  check_responder_limits(path, config, model->nodes / 2, kDataBytes);
  const bool shared = config.terminals() < model->nodes;
  const FlitFormat format = flit_format(config);
  Workload workload = responder_workload(
      config, false, [=] { return std::make_unique<Synfull>(model, path, shared, format, seed); });
  if (model->rounded > 0)
    workload.note = fmt::format("{}: {} probabilit{} above 1, at most {:g}, count{} as 1", path,
                                model->rounded, model->rounded == 1 ? "y" : "ies", model->greatest,
                                model->rounded == 1 ? "s" : "");
  return workload;
}

}  // namespace wayfarer
