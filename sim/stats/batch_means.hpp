// Confidence intervals from one long run, by the means of consecutive batches (Law and Carson,
// 1979). Near saturation neighbours are correlated: they are joined until they are not, or few are
// left. n of these with correlation r count as n (1 - r) / (1 + r) independent ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace wayfarer {

/// Collects values by cycle into at most 80 batches of equal length; when they are full, neighbours
/// are joined. So the length of the run need not be known and memory is constant.
class BatchMeans {
 public:
  /// Adds a value observed `offset` cycles after the start; offsets never decrease.
  void add(Cycle offset, double value) {
    if (offset >= end_) open_batch(offset);
    Batch& batch = batches_[current_];
    batch.sum += value;
    ++batch.count;
  }

  /// Adds a 0 for each cycle from `offset` up to, not including, `end`.
  void add_zeros(Cycle offset, Cycle end) {
    while (offset < end) {
      if (offset >= end_) open_batch(offset);
      const Cycle next = std::min(end, end_);
      batches_[current_].count += next - offset;
      offset = next;
    }
  }

  /// Half the width of the 95 % confidence interval of the mean of values that are 0 or more, from
  /// the batches complete after `cycles` cycles; infinite while fewer than 10 have values.
  [[nodiscard]] double half_width(Cycle cycles) const;

 private:
  static constexpr std::size_t kMaxBatches = 80;
  static constexpr std::size_t kMinBatches = 10;
  static constexpr std::size_t kEnoughBatches = 32;  ///< No fewer by joining correlated ones.
  struct Batch {
    double sum = 0;
    std::uint64_t count = 0;

    void add(const Batch& other) {
      sum += other.sum;
      count += other.count;
    }
  };

  void join_neighbours();
  void open_batch(Cycle offset) {
    while (offset / width_ >= kMaxBatches) join_neighbours();
    current_ = offset / width_;
    end_ = (current_ + 1) * width_;
  }

  Cycle width_ = 1;
  std::size_t current_ = 0;  ///< The batch of the last offset,
  Cycle end_ = 0;            ///< and the first offset after it.
  std::vector<Batch> batches_ = std::vector<Batch>(kMaxBatches);
};

/// MSER-5 (White, 1997): means of 5 consecutive values, cut where the standard error of the rest is
/// smallest. Returns the number of values to drop; all of them when the cut falls into the second
/// half, which means that the series has not settled.
[[nodiscard]] std::size_t mser5(const std::vector<double>& values);

}  // namespace wayfarer
