// Finds where a network saturates with few runs, by bisection, for any network and traffic.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runs/point_runner.hpp"
#include "runs/report.hpp"

namespace wayfarer {

/// The same run at increasing loads, at least one.
using LoadLadder = std::vector<Point>;

/// The result of a search: a load that saturates directly above one that does not. With n loads it
/// takes at most log2(n) + 1 runs.
struct SaturationPoint {
  std::size_t at = 0;    ///< Index of that load; 0: the first one saturates; the number of loads:
                         ///< the last one does not.
  PointResults results;  ///< By load; empty for loads that were not run.
};

/// Searches all ladders in parallel, a run of each at a time. A run saturates if its verdict is
/// Verdict::kSaturated; or, if there are `limits` for each ladder, if its mean latency in cycles is
/// above that. Searches that the user stopped are empty. The loads that are run do not
/// depend on threads or on the runner's store.
[[nodiscard]] std::vector<std::optional<SaturationPoint>> find_saturation_points(
    PointRunner& runner, const std::vector<LoadLadder>& ladders,
    const ProgressCallback& progress = {}, const std::vector<double>& limits = {});

/// By the criterion of the latency, a load saturates at so many times the latency without load.
constexpr double kSaturationLatency = 3;

/// The limits of that criterion: kSaturationLatency times the mean latency of each ladder's network
/// and seed at 1 % of the channel-load bound; empty if the user stopped the runs.
[[nodiscard]] std::vector<double> latency_limits(PointRunner& runner,
                                                 const std::vector<LoadLadder>& ladders,
                                                 const ProgressCallback& progress = {});

/// {"version", "revision", "complete", "searches": [...]}: the request, the load that saturates and
/// the one below it (null if none), short results of both, and a command that repeats the run.
[[nodiscard]] Json to_json(const std::vector<LoadLadder>& ladders,
                           const std::vector<std::optional<SaturationPoint>>& found);

/// The same with one line per search.
[[nodiscard]] std::string to_csv(const std::vector<LoadLadder>& ladders,
                                 const std::vector<std::optional<SaturationPoint>>& found);

/// The main columns as a text table.
[[nodiscard]] std::string to_table(const std::vector<LoadLadder>& ladders,
                                   const std::vector<std::optional<SaturationPoint>>& found);

}  // namespace wayfarer
