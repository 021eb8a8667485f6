// Options of a run: its traffic and load, and how it is simulated.
#pragma once

#include "runs/load.hpp"
#include "runs/simulation.hpp"
#include "traffic/spec.hpp"

namespace wayfarer {

struct RunOptions : SimulationOptions {
  TrafficSpec traffic;
  Load load;
  Workload
      workload;  ///< When set (a trace), replaces `load` and all of `traffic` except its replies.
};

/// Data bytes of the longest messages of the traffic.
[[nodiscard]] unsigned longest(const NetworkConfig& config, const TrafficSpec& traffic);

/// Whether the traffic has a load: not that of a trace or a batch.
[[nodiscard]] bool has_load(const RunOptions& options);

/// The warm-up of the run's simulation.
[[nodiscard]] Cycle warmup_of(const RunOptions& options);

/// What the run's sources send. Throws UsageError for traffic that does not fit the network.
[[nodiscard]] Workload workload_of(const NetworkConfig& config, const RunOptions& options);

/// Resets and runs the network. Throws CheckFailed when scoreboard, watchdog or error port object,
/// or when no message was sent; UsageError for options that do not fit.
[[nodiscard]] SimulationResult run_simulation(Network& network, const NetworkConfig& config,
                                              const RunOptions& options,
                                              const ProgressCallback& progress = {});

}  // namespace wayfarer
