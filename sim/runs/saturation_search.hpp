// Where a network saturates, found with few runs: for any network and traffic, by bisection.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runs/point_runner.hpp"
#include "runs/report.hpp"

namespace wayfarer {

/// The same run at increasing loads, at least one.
using LoadLadder = std::vector<Point>;

/// What a search has found: the load that saturates directly above one that does not. With n loads
/// that takes at most log2(n) + 1 runs.
struct SaturationPoint {
  std::size_t at = 0;    ///< Index of that load; 0: the first one saturates; the number of loads:
                         ///< the last one does not.
  PointResults results;  ///< By load; empty where the search did not look.
};

/// Searches all ladders side by side, a run of each at a time. A run saturates when its verdict
/// says so (Verdict::kSaturated). Searches that the user stopped are empty. Which loads are looked
/// at does not depend on threads or on what the runner has in store.
[[nodiscard]] std::vector<std::optional<SaturationPoint>> find_saturation_points(
    PointRunner& runner, const std::vector<LoadLadder>& ladders,
    const ProgressCallback& progress = {});

/// {"version", "revision", "complete", "searches": [...]}: what was asked, the load that saturates
/// and the one below it (null where there is none), the runs on both sides in short, and a command
/// that repeats the run found.
[[nodiscard]] Json to_json(const std::vector<LoadLadder>& ladders,
                           const std::vector<std::optional<SaturationPoint>>& found);

/// The same as one line a search.
[[nodiscard]] std::string to_csv(const std::vector<LoadLadder>& ladders,
                                 const std::vector<std::optional<SaturationPoint>>& found);

/// The columns that matter most, for people.
[[nodiscard]] std::string to_table(const std::vector<LoadLadder>& ladders,
                                   const std::vector<std::optional<SaturationPoint>>& found);

}  // namespace wayfarer
