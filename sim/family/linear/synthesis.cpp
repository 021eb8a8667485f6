#include "family/linear/synthesis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "family/linear/bounds.hpp"

namespace wayfarer {
namespace {

constexpr double kRounding = 1e-9;
constexpr Cycle kLong = Cycle{1} << 40;  ///< A period in which one message is too few to matter.

class Synthesizer {
 public:
  Synthesizer(const LinearTopology& topology, const std::vector<Cycle>& flits, SynthesisLimit limit,
              const std::vector<Cycle>& start, std::uint64_t trials, Cycle depth)
      : topology_(topology),
        flits_(flits),
        depth_(depth),
        left_(trials),
        best_(start),
        periods_(flits.size(), kLong),
        limits_(bounds_of(periods_)) {
    lowest_ = limits_;
    if (limit == SynthesisLimit::kPeriods) limits_.assign(flits.size(), kNever);
    best_sum_ = sum_of(best_);
  }

  Synthesis run() {
    place(0, 0, 1);
    return {best_, bounds_of(best_), left_ != 0};
  }

 private:
  [[nodiscard]] static Cycle sum_of(const std::vector<Cycle>& periods) {
    return std::accumulate(periods.begin(), periods.end(), Cycle{0});
  }

  [[nodiscard]] std::vector<Cycle> bounds_of(const std::vector<Cycle>& periods) const {
    std::vector<PeriodicMessage> messages;
    for (HostId host = 0; host < flits_.size(); ++host)
      messages.push_back({periods[host], flits_[host]});
    return proven_bounds(topology_, messages, std::vector<Cycle>(flits_.size(), kNever), depth_);
  }

  [[nodiscard]] bool feasible() {
    if (left_ == 0) return false;
    --left_;
    double load = 0;
    for (HostId host = 0; host < flits_.size(); ++host)
      load += static_cast<double>(flits_[host]) / static_cast<double>(periods_[host]);
    if (load > 1 + kRounding) return false;
    const std::vector<Cycle> bounds = bounds_of(periods_);
    for (HostId host = 0; host < flits_.size(); ++host)
      if (bounds[host] > std::min(limits_[host], periods_[host])) return false;
    return true;
  }

  /// Least sum of the periods of the hosts from `host` on, with this share of the link for them.
  [[nodiscard]] double least_sum(HostId host, double capacity) const {
    double roots = 0;
    double lowest = 0;
    for (; host < flits_.size(); ++host) {
      roots += std::sqrt(static_cast<double>(flits_[host]));
      lowest += static_cast<double>(lowest_[host]);
    }
    if (roots == 0) return 0;
    if (capacity <= 0) return HUGE_VAL;
    return std::max(lowest, roots * roots / capacity * (1 - kRounding));
  }

  /// Tries the periods of `host` and of those after it; the ones before it are set.
  void place(HostId host, Cycle sum, double capacity) {
    if (host == flits_.size()) {
      best_ = periods_;
      best_sum_ = sum;
      return;
    }
    // Whether no periods of the hosts after it bring the sum below the best one.
    const auto above = [&](Cycle period) {
      const double left =
          capacity - static_cast<double>(flits_[host]) / static_cast<double>(period);
      return static_cast<double>(sum + period) + least_sum(host + 1, left) >=
             static_cast<double>(best_sum_);
    };
    // The least period with which some periods of the hosts after it are feasible.
    Cycle low = lowest_[host];
    Cycle high = best_sum_ > sum ? best_sum_ - sum : 0;
    const Cycle end = high;
    while (low < high) {
      const Cycle middle = low + (high - low) / 2;
      periods_[host] = middle;
      if (feasible())
        high = middle;
      else
        low = middle + 1;
    }
    const bool last = host + 1 == flits_.size();
    for (Cycle period = low; left_ != 0 && period < end; ++period) {
      if (sum + period >= best_sum_) break;
      // Longer periods leave more of the link to the others: being too expensive is not monotone.
      if (above(period)) continue;
      periods_[host] = period;
      const double share = static_cast<double>(flits_[host]) / static_cast<double>(period);
      place(host + 1, sum + period, capacity - share);
      if (last) break;
    }
    periods_[host] = kLong;
  }

  const LinearTopology& topology_;
  const std::vector<Cycle>& flits_;
  Cycle depth_;
  std::uint64_t left_;
  std::vector<Cycle> best_;
  Cycle best_sum_ = 0;
  std::vector<Cycle> periods_;
  std::vector<Cycle> limits_;
  std::vector<Cycle> lowest_;  ///< Bounds with which no host has a second message in time.
};

}  // namespace

Synthesis synthesize(const LinearTopology& topology, const std::vector<Cycle>& flits,
                     SynthesisLimit limit, const std::vector<Cycle>& start, std::uint64_t trials,
                     Cycle depth) {
  return Synthesizer(topology, flits, limit, start, trials, depth).run();
}

}  // namespace wayfarer
