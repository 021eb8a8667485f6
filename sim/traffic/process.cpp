#include "traffic/process.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/random.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kForever = Cycle{1} << 62;  ///< No run is as long.

/// Natural logarithm of x in (0, 1] from basic IEEE operations only: the library's `log` may
/// differ in the last bit between machines, and births must not. Relative error below 1e-15.
double portable_log(double x) {
  constexpr double kLog2 = 0.693147180559945309417;
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // in [0.5, 1)
  if (mantissa < 0.70710678118654752440) {
    mantissa *= 2;
    --exponent;
  }
  const double ratio = (mantissa - 1) / (mantissa + 1);  // log m = 2 artanh(ratio), |ratio| < 0.172
  const double square = ratio * ratio;
  double series = 0;
  for (int odd = 21; odd >= 1; odd -= 2) series = series * square + 1.0 / odd;
  return 2 * ratio * series + exponent * kLog2;
}

/// A coin in every cycle, thrown all at once: the number of failures before a success.
class Coin {
 public:
  explicit Coin(double success)
      : success_(success), inverse_log_failure_(success < 1 ? 1 / log_of_failure(success) : 0) {
    double all_fail = 1;
    for (double& end : ends_) end = 1 - (all_fail *= 1 - success);
  }

  /// The cycle of the first success, `earliest` or later; `drawn` is uniform in [0, 1).
  [[nodiscard]] Cycle next(Cycle earliest, double drawn) const {
    if (success_ <= 0) return kNever;
    if (success_ >= 1) return earliest;
    // Few failures are counted without the logarithm, which decides where rounding could.
    constexpr double kRounding = 1e-12;
    unsigned few = 0;
    unsigned doubtful = 0;
    for (const double end : ends_) {
      few += drawn >= end ? 1 : 0;
      doubtful += std::abs(drawn - end) < kRounding ? 1 : 0;
    }
    if (few < kFew && doubtful == 0) return earliest + few;
    const double failures = portable_log(1 - drawn) * inverse_log_failure_;
    return failures < static_cast<double>(kForever) ? earliest + static_cast<Cycle>(failures)
                                                    : kNever;
  }

 private:
  static constexpr unsigned kFew = 8;

  /// log(1 - rate); for small rates by its series, since 1 - rate loses their digits.
  static double log_of_failure(double rate) {
    return rate < 1e-5 ? -rate * (1 + rate * (0.5 + rate / 3)) : portable_log(1 - rate);
  }

  double success_;
  double inverse_log_failure_;
  std::array<double, kFew>
      ends_;  ///< Draws below the first mean no failure, below the next one, ...
};

class Bernoulli final : public Process {
 public:
  Bernoulli(double rate, std::uint64_t seed) : coin_(rate), seed_(seed) {}

  Cycle next_birth(TerminalId source, std::uint32_t sequence, Cycle previous) const override {
    return coin_.next(sequence == 0 ? 0 : previous + 1,
                      Random(seed_, source, Purpose::kBirth, sequence).unit());
  }

 private:
  Coin coin_;
  std::uint64_t seed_;
};

/// Each message ends its burst with the same probability. The pauses are as long as the rate needs.
class Bursts final : public Process {
 public:
  Bursts(double messages, double rate, std::uint64_t seed)
      : end_(1 / messages), pause_(1 / (messages / rate - (messages - 1))), seed_(seed) {}

  Cycle next_birth(TerminalId source, std::uint32_t sequence, Cycle previous) const override {
    Random random(seed_, source, Purpose::kBirth, sequence);
    const bool begins = random.unit() < end_ || sequence == 0;
    const Cycle earliest = sequence == 0 ? 0 : previous + 1;
    return begins ? pause_.next(earliest, random.unit()) : earliest;
  }

 private:
  double end_;
  Coin pause_;
  std::uint64_t seed_;
};

/// How long a source that is on and off stays without a birth, however many periods that takes. A
/// step of the two states off and on, without a birth, is a matrix; doublings of it find the time
/// in 63 steps.
class Silence {
 public:
  /// Probabilities in a cycle: that a source which is off begins, that one which is on ends, and
  /// that one which is on has a birth.
  Silence(double begins, double ends, double birth) {
    Steps steps = {1 - begins, begins, (1 - birth) * ends, (1 - birth) * (1 - ends)};
    for (Steps& doubled : doublings_) {
      doubled = steps;
      steps = {steps.off_off * steps.off_off + steps.off_on * steps.on_off,
               steps.off_off * steps.off_on + steps.off_on * steps.on_on,
               steps.on_off * steps.off_off + steps.on_on * steps.on_off,
               steps.on_off * steps.off_on + steps.on_on * steps.on_on};
    }
  }

  /// Cycles from one in which the source is off to its next birth; `drawn` is uniform in [0, 1).
  [[nodiscard]] Cycle after_off(double drawn) const {
    double off = 1;
    double on = 0;
    Cycle cycles = 0;
    for (std::size_t power = doublings_.size(); power-- > 0;) {
      const Steps& steps = doublings_[power];
      const double still_off = off * steps.off_off + on * steps.on_off;
      const double still_on = off * steps.off_on + on * steps.on_on;
      if (still_off + still_on <= drawn) continue;
      off = still_off;
      on = still_on;
      cycles += Cycle{1} << power;
    }
    return cycles;
  }

 private:
  /// Probabilities of the states after some cycles without a birth, by the state before.
  struct Steps {
    double off_off;
    double off_on;
    double on_off;
    double on_on;
  };
  std::array<Steps, 63> doublings_ = {};  ///< Steps of 1, 2, 4, ... cycles.
};

/// Sources that are on and off for random lengths and send at random while they are on.
class OnOff final : public Process {
 public:
  OnOff(double on, double off, double rate, std::uint64_t seed)
      : on_share_(on / (on + off)),
        off_probability_(1 / on),
        birth_(rate / on_share_),
        ends_(off_probability_),
        begins_(1 / off),
        silence_(1 / off, off_probability_, rate / on_share_),
        silent_(rate <= 0),
        seed_(seed) {}

  /// A source is on when a message is born: the next birth depends on nothing before that.
  Cycle next_birth(TerminalId source, std::uint32_t sequence, Cycle previous) const override {
    if (silent_) return kNever;
    Random random(seed_, source, Purpose::kBirth, sequence);
    Cycle cycle = sequence == 0 ? 0 : previous + 1;
    bool on = sequence == 0 ? random.unit() < on_share_ : random.unit() >= off_probability_;
    for (unsigned periods = 0; periods < kFewPeriods; ++periods) {
      if (!on) cycle = begins_.next(cycle + 1, random.unit());
      if (cycle == kNever) return kNever;
      const Cycle off = ends_.next(cycle + 1, random.unit());
      const Cycle birth = birth_.next(cycle, random.unit());
      if (birth < off) return birth;
      if (off == kNever) return kNever;
      cycle = off;
      on = false;
    }
    const Cycle silent = silence_.after_off(random.unit());
    return silent < kForever ? cycle + silent : kNever;
  }

 private:
  static constexpr unsigned kFewPeriods = 4096;  ///< Drawn one by one.

  double on_share_;
  double off_probability_;  ///< That a source which is on is off in the next cycle.
  Coin birth_;
  Coin ends_;
  Coin begins_;
  Silence silence_;
  bool silent_;
  std::uint64_t seed_;
};

class Periodic final : public Process {
 public:
  using Phase = PeriodicSpec::Phase;

  Periodic(double rate, Phase phase, std::uint32_t terminals, std::uint64_t seed)
      : rate_(rate), phase_(phase), terminals_(terminals), seed_(seed) {}

  Cycle next_birth(TerminalId source, std::uint32_t sequence, Cycle) const override {
    const double birth = (sequence + phase(source)) / rate_;
    return rate_ > 0 && birth < static_cast<double>(kForever) ? static_cast<Cycle>(birth) : kNever;
  }

 private:
  double phase(TerminalId source) const {
    switch (phase_) {
      case Phase::kAligned: return 0;
      case Phase::kStaggered: return static_cast<double>(source) / terminals_;
      case Phase::kRandom: break;
    }
    return Random(seed_, source, Purpose::kPhase, 0).unit();
  }

  double rate_;
  Phase phase_;
  std::uint32_t terminals_;
  std::uint64_t seed_;
};

class Batch final : public Process {
 public:
  explicit Batch(std::uint32_t messages) : messages_(messages) {}
  Cycle next_birth(TerminalId, std::uint32_t sequence, Cycle) const override {
    return sequence < messages_ ? 0 : kNever;
  }
  bool finite() const override { return true; }

 private:
  std::uint32_t messages_;
};

/// Processes of equal names and options, each source with that of its rate.
class OwnRates final : public Process {
 public:
  explicit OwnRates(std::vector<std::shared_ptr<const Process>> by_source)
      : by_source_(std::move(by_source)) {}
  Cycle next_birth(TerminalId source, std::uint32_t sequence, Cycle previous) const override {
    return by_source_[source]->next_birth(source, sequence, previous);
  }
  bool finite() const override { return by_source_.front()->finite(); }

 private:
  std::vector<std::shared_ptr<const Process>> by_source_;
};

void check_rate(const std::string& name, double rate) {
  if (!(rate >= 0 && rate <= 1))
    throw UsageError(fmt::format(
        "process '{}': {:g} messages per terminal and cycle; legal: 0 to 1", name, rate));
}

struct Maker {
  double rate;
  std::uint32_t terminals;
  std::uint64_t seed;

  std::unique_ptr<Process> operator()(const BernoulliSpec&) const {
    check_rate("bernoulli", rate);
    return std::make_unique<Bernoulli>(rate, seed);
  }
  std::unique_ptr<Process> operator()(const PeriodicSpec& spec) const {
    check_rate("periodic", rate);
    return std::make_unique<Periodic>(rate, spec.phase, terminals, seed);
  }
  std::unique_ptr<Process> operator()(const BurstsSpec& spec) const {
    check_rate("bursts", rate);
    return std::make_unique<Bursts>(spec.messages, rate, seed);
  }
  std::unique_ptr<Process> operator()(const OnOffSpec& spec) const {
    check_rate("onoff", rate);
    const double on_share = spec.on / (spec.on + spec.off);
    if (rate > on_share)
      throw UsageError(fmt::format(
          "process '{}': {:g} messages per terminal and cycle, but sources are on for only {:g} of the time; legal: at most that",
          to_string(ProcessSpec{spec}), rate, on_share));
    return std::make_unique<OnOff>(spec.on, spec.off, rate, seed);
  }
  std::unique_ptr<Process> operator()(const BatchSpec& spec) const {
    return std::make_unique<Batch>(spec.messages);
  }
};

}  // namespace

std::unique_ptr<Process> make_process(const ProcessSpec& spec, double rate, std::uint32_t terminals,
                                      std::uint64_t seed) {
  return std::visit(Maker{rate, terminals, seed}, spec.which);
}

std::unique_ptr<Process> make_process(const ProcessSpec& spec, const std::vector<double>& rates,
                                      std::uint64_t seed) {
  const auto terminals = static_cast<std::uint32_t>(rates.size());
  std::map<double, std::shared_ptr<const Process>> by_rate;
  std::vector<std::shared_ptr<const Process>> by_source;
  for (TerminalId source = 0; source < terminals; ++source) {
    std::shared_ptr<const Process>& process = by_rate[rates[source]];
    try {
      if (!process) process = make_process(spec, rates[source], terminals, seed);
    } catch (const UsageError& error) {
      throw UsageError(
          fmt::format("terminal {}, with its share of the load: {}", source, error.what()));
    }
    by_source.push_back(process);
  }
  return std::make_unique<OwnRates>(std::move(by_source));
}

}  // namespace wayfarer
