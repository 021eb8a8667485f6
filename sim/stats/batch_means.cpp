#include "stats/batch_means.hpp"

#include <cmath>
#include <limits>

namespace wayfarer {
namespace {

/// Two-sided 95 % quantile of Student's t (Cornish-Fisher expansion, 0.1 % from 9 degrees on).
double student(double degrees) {
  return 1.95996 + 2.3722 / degrees + 2.8225 / (degrees * degrees);
}

}  // namespace

void BatchMeans::join_neighbours() {
  for (std::size_t i = 0; i < kMaxBatches / 2; ++i) {
    batches_[i].sum = batches_[2 * i].sum + batches_[2 * i + 1].sum;
    batches_[i].count = batches_[2 * i].count + batches_[2 * i + 1].count;
  }
  for (std::size_t i = kMaxBatches / 2; i < kMaxBatches; ++i) batches_[i] = {};
  width_ *= 2;
}

double BatchMeans::half_width(Cycle cycles) const {
  double sum = 0;
  double square_sum = 0;
  std::size_t used = 0;
  for (std::size_t i = 0; i < kMaxBatches && (i + 1) * width_ <= cycles; ++i) {
    if (batches_[i].count == 0) continue;
    const double mean = batches_[i].sum / static_cast<double>(batches_[i].count);
    sum += mean;
    square_sum += mean * mean;
    ++used;
  }
  if (used < kMinBatches) return std::numeric_limits<double>::infinity();
  const auto n = static_cast<double>(used);
  const double variance = std::fmax(0, (square_sum - sum * sum / n) / (n - 1));
  return student(n - 1) * std::sqrt(variance / n);
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
