// A histogram of cycle counts: exact below 2048, within 0.1 % above, of constant size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace wayfarer {

class Histogram {
 public:
  struct Bin {
    std::uint64_t low = 0;   ///< Smallest value that falls into the bin.
    std::uint64_t high = 0;  ///< Greatest value.
    std::uint64_t count = 0;
  };

  void add(std::uint64_t value) {
    const std::size_t index = index_of(value);
    if (index >= counts_.size()) counts_.resize(index + 1);
    ++counts_[index];
    ++total_;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
  }

  /// The smallest value that at least `share` (0..1) of all values do not exceed, up to 0.1 % less,
  /// but not less than the least value; 0 without values.
  [[nodiscard]] std::uint64_t percentile(double share) const;

  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] std::uint64_t min() const { return min_; }  ///< 2^64 - 1 without values.
  [[nodiscard]] std::uint64_t max() const { return max_; }  ///< 0 without values.

  /// At most `bins` + 1 bins that hold all values, for tables and plots. They are of equal width,
  /// but the first one begins with the least value.
  [[nodiscard]] std::vector<Bin> coarse(unsigned bins) const;

 private:
  static constexpr unsigned kExactBits = 11;
  static constexpr std::uint64_t kExact = 1u << kExactBits;
  static constexpr std::uint64_t kPerOctave = kExact / 2;

  /// Above 2^11 each octave is cut into 2^10 bins.
  static std::size_t index_of(std::uint64_t value) {
    if (value < kExact) return value;
    const unsigned shift = 64u - static_cast<unsigned>(__builtin_clzll(value)) - kExactBits;
    return shift * kPerOctave + (value >> shift);
  }
  static std::uint64_t low_of(std::size_t index) {
    if (index < kExact) return index;
    const std::size_t shift = index / kPerOctave - 1;
    return (index - shift * kPerOctave) << shift;
  }

  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
  std::uint64_t min_ = ~std::uint64_t{0};
  std::uint64_t max_ = 0;
};

}  // namespace wayfarer
