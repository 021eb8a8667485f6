// Throughput and latency over the time of a run, in windows of equal length.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace wayfarer {

struct SeriesWindow {
  Cycle from = 0;       ///< First cycle.
  Cycle to = 0;         ///< First cycle after it.
  double accepted = 0;  ///< Flits delivered per terminal and cycle.
  double latency = 0;   ///< Mean, from birth, of the messages delivered in it; 0 without any.
  std::uint64_t messages = 0;  ///< Messages delivered in the interval.
};

/// Constant memory: when the windows are used up, neighbours are joined.
class TimeSeries {
 public:
  /// Adds a cycle's deliveries. Cycles never decrease.
  void add_flits(Cycle now, std::uint64_t flits) { at(now).flits += flits; }
  /// Adds a message that was delivered in cycle `now`.
  void add_message(Cycle now, Cycle latency) {
    Sums& sums = at(now);
    sums.latency += latency;
    ++sums.messages;
  }

  /// The windows of a run of so many cycles; the last one may be shorter.
  [[nodiscard]] std::vector<SeriesWindow> windows(Cycle cycles, std::uint32_t terminals) const;

 private:
  static constexpr std::size_t kMaxWindows = 200;
  struct Sums {
    std::uint64_t flits = 0;
    std::uint64_t latency = 0;
    std::uint64_t messages = 0;
  };

  Sums& at(Cycle now) {
    while (now / width_ >= kMaxWindows) join_neighbours();
    return sums_[now / width_];
  }
  void join_neighbours();

  Cycle width_ = 1;
  std::vector<Sums> sums_ = std::vector<Sums>(kMaxWindows);
};

}  // namespace wayfarer
