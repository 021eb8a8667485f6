#include "stats/batch_means.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wayfarer {
namespace {

/// The quantile of the longer side of an interval where the values are skewed (Willink, 2005);
/// `skewness` is that of the values divided by six times the root of their number, 0 or more. The
/// expansion is for small ones: no more than half as long again.
double skewed(double quantile, double skewness) {
  if (skewness < 1e-6) return quantile;
  const double longer = (1 - std::cbrt(1 - 6 * skewness * (quantile + skewness))) / (2 * skewness);
  return std::min(longer, 1.5 * quantile);
}

/// Correlation of neighbouring values, as an autoregressive series of first order has it, corrected
/// for the bias of short series: 0 (independent) to 0.95.
double lag1_correlation(const std::vector<double>& values, double mean) {
  double square_sum = 0;
  double product_sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    square_sum += (values[i] - mean) * (values[i] - mean);
    if (i > 0) product_sum += (values[i] - mean) * (values[i - 1] - mean);
  }
  const double raw = product_sum / square_sum;
  return std::clamp(raw + (1 + 4 * raw) / static_cast<double>(values.size()), 0.0, 0.95);
}

}  // namespace

double student_quantile(double degrees) {
  return 1.95996 + 2.3722 / degrees + 2.8225 / (degrees * degrees);
}

void BatchMeans::join_neighbours() {
  for (std::size_t i = 0; i < kMaxBatches / 2; ++i) {
    batches_[i].sum = batches_[2 * i].sum + batches_[2 * i + 1].sum;
    batches_[i].count = batches_[2 * i].count + batches_[2 * i + 1].count;
  }
  for (std::size_t i = kMaxBatches / 2; i < kMaxBatches; ++i) batches_[i] = {};
  width_ *= 2;
}

double BatchMeans::half_width(Cycle cycles) const {
  std::vector<double> means;
  double sum = 0;
  for (std::size_t i = 0; i < kMaxBatches && (i + 1) * width_ <= cycles; ++i) {
    if (batches_[i].count == 0) continue;
    means.push_back(batches_[i].sum / static_cast<double>(batches_[i].count));
    sum += means.back();
  }
  if (means.size() < kMinBatches) return std::numeric_limits<double>::infinity();
  const auto n = static_cast<double>(means.size());
  const double mean = sum / n;
  double square_sum = 0;
  double cube_sum = 0;
  for (const double value : means) {
    square_sum += (value - mean) * (value - mean);
    cube_sum += (value - mean) * (value - mean) * (value - mean);
  }
  if (square_sum == 0) return 0;
  const double variance = square_sum / (n - 1);
  const double skewness = std::abs(cube_sum) / n / std::pow(variance, 1.5);
  const double correlation = lag1_correlation(means, mean);
  const double independent = n * (1 - correlation) / (1 + correlation);
  const double quantile = student_quantile(std::max(independent - 1, 1.5));
  return skewed(quantile, skewness / (6 * std::sqrt(independent))) *
         std::sqrt(variance / independent);
}

std::size_t mser5(const std::vector<double>& values) {
  constexpr std::size_t kGroup = 5;
  const std::size_t groups = values.size() / kGroup;
  double sum = 0;
  double square_sum = 0;
  double best = std::numeric_limits<double>::infinity();
  std::size_t cut = groups;
  for (std::size_t first = groups; first-- > 0;) {
    double mean = 0;
    for (std::size_t i = 0; i < kGroup; ++i) mean += values[first * kGroup + i] / kGroup;
    sum += mean;
    square_sum += mean * mean;
    const auto left = static_cast<double>(groups - first);
    // The last groups alone would always win by chance: at least a tenth must stay.
    if (left < 2 || left * 10 < static_cast<double>(groups)) continue;
    const double error = (square_sum - sum * sum / left) / (left * left);
    if (error <= best) {
      best = error;
      cut = first;
    }
  }
  return cut * 2 > groups ? values.size() : cut * kGroup;
}

}  // namespace wayfarer
