// How values that are measured several times, with a seed each, vary.
#pragma once

#include <cstddef>
#include <vector>

namespace wayfarer {

struct Spread {
  double mean = 0;
  double deviation = 0;   ///< Standard deviation of a value; 0 for a single one.
  double half_width = 0;  ///< Half the width of the mean's 95 % confidence interval; infinite below
                          ///< kLeastSpread values.
  double least = 0;
  double greatest = 0;
};

/// Fewer values say too little about their spread.
constexpr std::size_t kLeastSpread = 8;

/// The spread of independent values, at least one.
[[nodiscard]] Spread spread_of(const std::vector<double>& values);

/// Half the width of the 95 % confidence interval of the mean of values that were measured with a
/// seed each: from their spread, or, of fewer than three, from those of the values themselves,
/// which may be infinite.
[[nodiscard]] double half_width_of(const std::vector<double>& values,
                                   const std::vector<double>& half_widths);

/// The mean of value - baseline, of values that were measured in pairs, with one seed each.
struct PairedDifference {
  double mean = 0;
  double half_width =
      0;  ///< Half the width of its 95 % confidence interval; infinite for one pair.
};
[[nodiscard]] PairedDifference paired_difference(const std::vector<double>& values,
                                                 const std::vector<double>& baseline);

}  // namespace wayfarer
