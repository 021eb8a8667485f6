// Many independent runs over all cores, with the same results whatever the number of threads.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "family/engine.hpp"
#include "core/error.hpp"
#include "runs/simulation.hpp"

namespace wayfarer {

/// One run of a sweep or an experiment.
struct Point {
  NetworkConfig config;
  SimulationOptions options;
  Engine engine = Engine::kModel;
  std::string label;    ///< What tells it from its neighbours, for tables: "router.buffers=2".
  std::string command;  ///< A command line that does this run again; empty where there is none.
  std::string rtl;      ///< EngineOptions::rtl, for runs whose result is not kept.
};

/// What the run asks of its network.
[[nodiscard]] EngineOptions engine_options(const Point& point);

using PointResults = std::vector<std::optional<SimulationResult>>;

/// Who wants to know of a run as soon as it ends; called by several threads at a time.
struct PointEvents {
  std::function<void(std::size_t index, const SimulationResult& result)> finished;
  /// A run's check failed; the other runs go on. Unless this is set, run_points throws it.
  std::function<void(std::size_t index, const CheckFailed& fault)> failed;
};

/// Runs all points, `threads` at a time (0: one for each core). Results stand in the points' order;
/// those not finished when `progress` (done and total cycles of all points; never called by two
/// threads at once) said to stop are empty. Throws what a run throws and what an event throws.
[[nodiscard]] PointResults run_points(const EngineFactory& engines,
                                      const std::vector<Point>& points, unsigned threads,
                                      const ProgressCallback& progress = {},
                                      const PointEvents& events = {});

}  // namespace wayfarer
