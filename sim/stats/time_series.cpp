#include "stats/time_series.hpp"

#include <algorithm>

namespace wayfarer {

void TimeSeries::join_neighbours() {
  for (std::size_t i = 0; i < kMaxWindows / 2; ++i) {
    const Sums& a = sums_[2 * i];
    const Sums& b = sums_[2 * i + 1];
    sums_[i] = {a.flits + b.flits, a.latency + b.latency, a.messages + b.messages};
  }
  std::fill(sums_.begin() + kMaxWindows / 2, sums_.end(), Sums{});
  width_ *= 2;
}

std::vector<SeriesWindow> TimeSeries::windows(Cycle cycles, std::uint32_t terminals) const {
  std::vector<SeriesWindow> windows;
  for (std::size_t i = 0; i < kMaxWindows && i * width_ < cycles; ++i) {
    const Sums& sums = sums_[i];
    SeriesWindow window;
    window.from = i * width_;
    window.to = std::min(window.from + width_, cycles);
    window.accepted = static_cast<double>(sums.flits) /
                      (static_cast<double>(window.to - window.from) * terminals);
    window.messages = sums.messages;
    if (sums.messages > 0)
      window.latency = static_cast<double>(sums.latency) / static_cast<double>(sums.messages);
    windows.push_back(window);
  }
  return windows;
}

}  // namespace wayfarer
