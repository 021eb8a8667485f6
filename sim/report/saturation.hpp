// Saturation loads as Fulgham and Snyder find them: the first load, in steps of 0.05, at which
// messages are generated faster than they are delivered.
#pragma once

#include <string>
#include <vector>

#include "report/reproduction.hpp"

namespace wayfarer {

struct SaturationCell {
  std::string name;
  NetworkConfig config;
  PatternSpec pattern;
  double messages_at_one = 0;  ///< Per terminal and cycle at load 1.
};

constexpr double kSaturationGrowth = 0.006;  ///< A load saturates above it.
constexpr Cycle kSaturationCycles = 25'000;  ///< Cycles per run.

/// A run of a cell; a fifth of its cycles is warm-up. The seed is also that of the routers.
[[nodiscard]] Point saturation_run(const SaturationCell& cell, double load, std::uint64_t seed,
                                   Cycle cycles);

constexpr unsigned kSaturationRuns = 5;  ///< Odd: loads are on a grid, and so is their median.

/// The median of the runs of a cell (of an even number of them, the lower one). A mean of loads on
/// a grid would be off the grid.
struct Saturation {
  double load = 0;
  double growth = 0;        ///< At that load: (generated - delivered) / generated.
  double growth_below = 0;  ///< One step below it.
  double least = 0;         ///< Loads of all runs.
  double greatest = 0;
  double mean = 0;
};

/// By cell. A coarse search with short runs of the first seed gives the start: every seed walks
/// from one step below its knee to its own. A load saturates when the growth over the measurement
/// window exceeds kSaturationGrowth. The highest load tried is 1.5.
[[nodiscard]] std::vector<Saturation> find_saturations(const EngineFactory& engines,
                                                       const ReproductionOptions& options,
                                                       const std::vector<SaturationCell>& cells);

/// The parameters of find_saturations, for a reproduction's conditions.
[[nodiscard]] Json saturation_conditions(const ReproductionOptions& options);

}  // namespace wayfarer
