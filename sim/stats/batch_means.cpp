#include "stats/batch_means.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/student.hpp"

namespace wayfarer {
namespace {

/// Adds up pairs of neighbours; the last one of an odd number is dropped.
template <typename Batches>
void join_pairs(Batches& batches) {
  for (std::size_t i = 0; i < batches.size() / 2; ++i) {
    batches[i] = batches[2 * i];
    batches[i].add(batches[2 * i + 1]);
  }
  batches.resize(batches.size() / 2);
}

template <typename Batches>
double mean_of(const Batches& batches) {
  typename Batches::value_type all;
  for (const auto& batch : batches) all.add(batch);
  return all.sum / static_cast<double>(all.count);
}

/// The error that each batch contributes to the mean, a ratio of two sums: by how much more it adds
/// up to than its values would at the mean, over the mean number of values.
template <typename Batches>
std::vector<double> errors_of(const Batches& batches) {
  typename Batches::value_type all;
  for (const auto& batch : batches) all.add(batch);
  const double mean = all.sum / static_cast<double>(all.count);
  std::vector<double> errors;
  for (const auto& batch : batches)
    errors.push_back((batch.sum - mean * static_cast<double>(batch.count)) *
                     static_cast<double>(batches.size()) / static_cast<double>(all.count));
  return errors;
}

/// Sum of the products of values `lag` apart.
double products(const std::vector<double>& values, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = lag; i < values.size(); ++i) sum += values[i] * values[i - lag];
  return sum;
}

/// The correlation of neighbours. Errors add up to 0, which makes that of independent ones -1/n on
/// average; the correction is Marriott and Pope's (1954).
double correlation_of(const std::vector<double>& errors) {
  const double squares = products(errors, 0);
  if (squares <= 0) return 0;
  const double raw = products(errors, 1) / squares;
  return raw + (1 + 4 * raw) / static_cast<double>(errors.size());
}

/// The 95 % quantile of a mean's error over the root of the batches' variance. Batches with this
/// correlation of neighbours count as fewer independent ones.
double quantile_of_mean(double batches, double correlation) {
  const double r = std::clamp(correlation, 0.0, 0.8);
  const double independent = batches * (1 - r) / (1 + r);
  return student_quantile(std::max(independent - 1, 1.0)) / std::sqrt(independent);
}

/// Near saturation the error of a mean latency grows about with the third power of the mean, so
/// that a run whose latencies happen to be low also shows too small an error. This interval reaches
/// up to the greatest mean m whose own error, half_width (m / mean)^3, still explains the mean that
/// was measured; but no more than half as far again.
double widened(double half_width, double mean) {
  constexpr double kMost = 1.5;
  constexpr double kGreatest = 1.1447142425533319;  // ratio of means whose cube is kMost
  const double relative = half_width / mean;
  if (relative * kMost >= kGreatest - 1) return kMost * half_width;
  double ratio = 1;  // m / mean: the least root of 1 + relative ratio^3 = ratio
  for (int step = 0; step < 8; ++step) {  // of Newton's method
    const double square = ratio * ratio;
    ratio += (1 + relative * square * ratio - ratio) / (1 - 3 * relative * square);
  }
  return mean * (ratio - 1);
}

}  // namespace

void BatchMeans::join_neighbours() {
  join_pairs(batches_);
  batches_.resize(kMaxBatches);
  width_ *= 2;
}

double BatchMeans::half_width(Cycle cycles) const {
  std::vector<Batch> batches(batches_.begin(),
                             batches_.begin() + std::min<Cycle>(cycles / width_, kMaxBatches));
  const auto empty = [](const Batch& batch) { return batch.count == 0; };
  while (batches.size() >= kMinBatches && std::any_of(batches.begin(), batches.end(), empty))
    join_pairs(batches);
  if (batches.size() < kMinBatches) return std::numeric_limits<double>::infinity();
  std::vector<double> errors = errors_of(batches);
  while (correlation_of(errors) > 0 && batches.size() / 2 >= kEnoughBatches) {
    join_pairs(batches);
    errors = errors_of(batches);
  }
  const double variance = products(errors, 0) / static_cast<double>(errors.size() - 1);
  if (variance <= 0) return 0;
  return widened(std::sqrt(variance) *
                     quantile_of_mean(static_cast<double>(errors.size()), correlation_of(errors)),
                 mean_of(batches));
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
