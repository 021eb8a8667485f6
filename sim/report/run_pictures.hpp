// Pictures of runs and sweeps.
#pragma once

#include <string>
#include <vector>

#include "report/figure.hpp"
#include "runs/comparison.hpp"
#include "runs/points.hpp"

namespace wayfarer {

/// A run: the utilisation of its channels by direction, each a cell at its node's coordinates; the
/// histogram of latencies; throughput and latency over time, if the run has a series.
[[nodiscard]] Picture run_picture(const FigureStyle& style, const Point& point,
                                  const SimulationResult& result);

/// A sweep: latency by offered and by accepted load, accepted by offered load, a curve for each
/// network, engine and pattern, each point the mean over its seeds with its confidence interval, in
/// the unit of the load. The first load at which a run saturated is marked; latencies above it
/// depend on the length of the run and are left out.
[[nodiscard]] Picture sweep_picture(const FigureStyle& style, const std::vector<Point>& points,
                                    const PointResults& results);

/// A comparison: latency and accepted load over offered load, and the relative differences of mean
/// latency from the first network, with their confidence intervals.
[[nodiscard]] Picture comparison_picture(const FigureStyle& style, const std::vector<Point>& points,
                                         const PointResults& results,
                                         const std::vector<ComparisonRow>& rows);

}  // namespace wayfarer
