#include "stats/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace wayfarer {

std::uint64_t Histogram::percentile(double share) const {
  if (total_ == 0) return 0;
  const auto wanted = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total_))));
  std::uint64_t seen = 0;
  for (std::size_t index = 0; index < counts_.size(); ++index) {
    seen += counts_[index];
    if (seen >= wanted) return low_of(index);
  }
  return low_of(counts_.size() - 1);
}

std::vector<Histogram::Bin> Histogram::coarse(unsigned bins) const {
  if (total_ == 0) return {};
  std::size_t first = 0;
  while (counts_[first] == 0) ++first;
  const std::uint64_t low = low_of(first);
  const std::uint64_t width = (low_of(counts_.size()) - low + bins - 1) / bins;
  std::vector<Bin> result;
  for (std::size_t index = first; index < counts_.size(); ++index) {
    const std::uint64_t bin = (low_of(index) - low) / width;
    while (result.size() <= bin) {
      const std::uint64_t start = low + result.size() * width;
      result.push_back({start, start + width - 1, 0});
    }
    result[bin].count += counts_[index];
  }
  return result;
}

}  // namespace wayfarer
