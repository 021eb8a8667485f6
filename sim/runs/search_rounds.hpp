// Parallel searches in which each run depends on the results of earlier ones.
#pragma once

#include <vector>

#include "runs/report.hpp"

namespace wayfarer {

/// Runs round after round, each with one run of every unfinished search; ends early if the runs of
/// a round did not all finish. A search has `finished()`, `next()`, the Point to run next, and
/// `take(const SimulationResult&)`. `run` makes PointResults of points.
template <typename Search, typename Run>
void search_in_rounds(std::vector<Search>& searches, Run&& run) {
  for (;;) {
    std::vector<Search*> asking;
    std::vector<Point> points;
    for (Search& search : searches) {
      if (search.finished()) continue;
      asking.push_back(&search);
      points.push_back(search.next());
    }
    if (asking.empty()) return;
    const PointResults results = run(points);
    if (!complete(results)) return;
    for (std::size_t i = 0; i < asking.size(); ++i) asking[i]->take(*results[i]);
  }
}

}  // namespace wayfarer
