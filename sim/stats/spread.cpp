#include "stats/spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/student.hpp"

namespace wayfarer {

Spread spread_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  Spread spread;
  for (const double value : values) spread.mean += value / n;
  double square_sum = 0;
  for (const double value : values) square_sum += (value - spread.mean) * (value - spread.mean);
  if (n > 1) spread.deviation = std::sqrt(square_sum / (n - 1));
  spread.half_width = values.size() < kLeastSpread
                          ? std::numeric_limits<double>::infinity()
                          : student_quantile(n - 1) * spread.deviation / std::sqrt(n);
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  spread.least = *least;
  spread.greatest = *greatest;
  return spread;
}

double half_width_of(const std::vector<double>& values, const std::vector<double>& half_widths) {
  constexpr std::size_t kLeast = 3;  ///< Student's quantile of one degree of freedom is 12.7.
  const auto n = static_cast<double>(values.size());
  if (values.size() >= kLeast)
    return student_quantile(n - 1) * spread_of(values).deviation / std::sqrt(n);
  double square_sum = 0;
  for (const double half_width : half_widths) square_sum += half_width * half_width;
  return std::sqrt(square_sum) / n;
}

PairedDifference paired_difference(const std::vector<double>& values,
                                   const std::vector<double>& baseline) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < values.size(); ++i) differences.push_back(values[i] - baseline[i]);
  const Spread spread = spread_of(differences);
  const auto n = static_cast<double>(differences.size());
  return {spread.mean, n < 2 ? std::numeric_limits<double>::infinity()
                             : student_quantile(n - 1) * spread.deviation / std::sqrt(n)};
}

}  // namespace wayfarer
