// Runs of a sweep, each at most once: stored results are reused, computed ones are stored at once.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "runs/point_store.hpp"

namespace wayfarer {

/// A share of the work: the n-th of a number of parts, counted from 1. All shares together are the
/// whole, and no two have a run in common.
struct Part {
  unsigned number = 1;
  unsigned of = 1;
};

/// Indices of the points in a share, without those equal to an earlier point.
[[nodiscard]] std::vector<std::size_t> share_of(const std::vector<Point>& points, Part part);

class PointRunner {
 public:
  /// `threads` runs at a time, 0: one per core. Without a store, no result is kept.
  PointRunner(const EngineFactory& engines, unsigned threads, std::optional<PointStore> store)
      : engines_(engines), threads_(threads), store_(std::move(store)) {}

  /// As run_points, but equal points are run once. First builds the networks that are missing. Runs
  /// whose check fails do not stop the others; at the end it throws CheckFailed with the command
  /// and the fault of each.
  [[nodiscard]] PointResults run(const std::vector<Point>& points,
                                 const ProgressCallback& progress = {});

  [[nodiscard]] std::size_t found() const { return found_; }        ///< Runs taken from the store.
  [[nodiscard]] std::size_t computed() const { return computed_; }  ///< Runs done and finished.

 private:
  [[nodiscard]] PointResults compute(const std::vector<Point>& points,
                                     const ProgressCallback& progress);

  const EngineFactory& engines_;
  unsigned threads_;
  std::optional<PointStore> store_;
  std::size_t found_ = 0;
  std::size_t computed_ = 0;
};

}  // namespace wayfarer
