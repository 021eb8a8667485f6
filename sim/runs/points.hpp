// Many independent runs on all cores; the results do not depend on the number of threads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "events/event_filter.hpp"
#include "family/engine.hpp"
#include "runs/energy.hpp"
#include "runs/run_options.hpp"

namespace wayfarer {

/// The files of a run's events; empty: none.
struct RecordingOptions {
  std::string events;  ///< EventFile, of the events that the filter keeps.
  EventFilter filter;
  std::string log;       ///< MessageLog.
  std::string perfetto;  ///< PerfettoFile, of these cycles:
  Cycle perfetto_from = 0;
  Cycle perfetto_to = kNever;  ///< First cycle no longer in it.

  [[nodiscard]] bool any() const { return !events.empty() || !log.empty() || !perfetto.empty(); }
};

/// One run of a sweep or an experiment.
struct Point {
  NetworkConfig config;
  RunOptions options;
  Engine engine = Engine::kModel;
  std::string label;                   ///< Distinguishes the point in tables: "router.buffers=2".
  std::string command;                 ///< A command line that repeats this run; empty if none.
  RecordingOptions recording = {};     ///< For runs alone: Recording.
  std::string rtl;                     ///< EngineOptions::rtl, for runs whose result is not kept.
  BuildKind build = BuildKind::kAuto;  ///< Verilated part of the hardware; does not affect results.
  std::shared_ptr<const EnergyModel> energy;  ///< With options.energy; null: no energy is asked.
};

/// The end of a label that tells windows apart, before the number.
inline constexpr const char* kWindowLabel = "window=";

/// The engine options of the point's run.
[[nodiscard]] EngineOptions engine_options(const Point& point);

using PointResults = std::vector<std::optional<SimulationResult>>;

/// Callbacks at the end of each run; several threads may call them at a time.
struct PointEvents {
  std::function<void(std::size_t index, const SimulationResult& result)> finished;
  /// A run's check failed; the other runs go on. If unset, run_points throws it.
  std::function<void(std::size_t index, const CheckFailed& fault)> failed;
};

/// Runs all points, `threads` at a time (0: one per core). Results are in the points' order; those
/// not finished when `progress` (done and total cycles of all points; never called by two threads
/// at once) returned false are empty. Throws what a run or a callback throws.
[[nodiscard]] PointResults run_points(const EngineFactory& engines,
                                      const std::vector<Point>& points, unsigned threads,
                                      const ProgressCallback& progress = {},
                                      const PointEvents& events = {});

}  // namespace wayfarer
