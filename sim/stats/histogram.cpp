#include "stats/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace wayfarer {

std::uint64_t Histogram::percentile(double share) const {
  if (total_ == 0) return 0;
  const auto wanted = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total_))));
  std::size_t index = 0;
  for (std::uint64_t seen = counts_[0]; seen < wanted; seen += counts_[index]) ++index;
  return std::max(low_of(index), min_);
}

std::vector<Histogram::Bin> Histogram::coarse(unsigned bins) const {
  if (total_ == 0) return {};
  // The bins begin and end where those of the counts do, of which none is wider than the last.
  const std::size_t last = counts_.size() - 1;
  const std::uint64_t unit = low_of(last + 1) - low_of(last);
  const std::uint64_t low = min_ / unit * unit;
  const std::uint64_t needed = (low_of(last + 1) - low + bins - 1) / bins;
  const std::uint64_t width = (needed + unit - 1) / unit * unit;
  std::vector<Bin> result;
  for (std::size_t index = index_of(min_); index <= last; ++index) {
    const std::uint64_t bin = (std::max(low_of(index), low) - low) / width;
    while (result.size() <= bin) {
      const std::uint64_t start = low + result.size() * width;
      result.push_back({std::max(start, min_), start + width - 1, 0});
    }
    result[bin].count += counts_[index];
  }
  return result;
}

}  // namespace wayfarer
