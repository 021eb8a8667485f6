// One run: traffic into a network, everything that comes out checked and measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/config.hpp"
#include "core/network.hpp"
#include "stats/statistics.hpp"
#include "stats/watchdog.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// What a load's number means.
enum class LoadUnit {
  kFlits,       ///< Flits, headers included, per terminal and cycle.
  kMessages,    ///< Messages per terminal and cycle.
  kNormalized,  ///< Share of the dimension-order channel-load bound of uniform traffic.
};
[[nodiscard]] LoadUnit parse_load_unit(const std::string& name);
[[nodiscard]] std::string to_string(LoadUnit unit);

/// A window of cycles that goes into a wave file.
struct WaveWindow {
  std::string path;    ///< Empty: none.
  Cycle from = 0;      ///< First cycle.
  Cycle to = kNever;   ///< First cycle no longer in it.
};

struct SimulationOptions {
  TrafficOptions traffic;
  Workload workload;              ///< When set (a trace), stands in place of `traffic` and `load`.
  double load = 0.1;
  LoadUnit unit = LoadUnit::kFlits;
  Cycle cycles = 100'000;         ///< All cycles of the run, its warm-up included.
  Cycle warmup = 30'000;          ///< Cycles before the measurement; kNever: detected by MSER-5.
  double stall_probability = 0;   ///< Share of (terminal, cycle) in which ejection is stalled.
  bool check_order = false;       ///< Demand order for each pair: one buffer a class only.
  Cycle watchdog_limit = Watchdog::kDefaultLimit;
  WaveWindow waves;
};

enum class Verdict {
  kConverged,  ///< Mean latency known within 5 % (95 % confidence); finite traffic: all delivered.
  kSaturated,  ///< Source queues and network filled up during the measurement.
  kStopped,    ///< Interrupted, or too short to tell.
};
[[nodiscard]] std::string to_string(Verdict verdict);

struct SimulationResult {
  double rate = 0;              ///< Messages per terminal and cycle that the load asked for.
  double offered_messages = 0;  ///< Born in the measurement window, per terminal and cycle.
  double offered_flits = 0;     ///< The same in flits.
  double growth = 0;            ///< Share of those that piled up: (born - delivered) / born.
  Measurements measured;
  Cycle warmup = 0;             ///< As it was in the end.
  Cycle cycles = 0;             ///< Simulated altogether.
  Cycle last_delivery = 0;      ///< Cycle of the last tail: when a batch is complete.
  Cycle oldest_in_flight = 0;   ///< Greatest age of a message in the network.
  std::uint64_t delivered_messages = 0;  ///< In the whole run.
  bool interrupted = false;
  Verdict verdict = Verdict::kStopped;
};

/// Called now and then with the cycles done and to do; false stops the run with what it has.
using ProgressCallback = std::function<bool(Cycle done, Cycle total)>;

/// Messages per terminal and cycle that a load asks for. Throws UsageError when above 1 or below 0.
[[nodiscard]] double message_rate(const NetworkConfig& config, const SimulationOptions& options);

/// Resets and runs the network. Throws CheckFailed when scoreboard, watchdog or error port object,
/// UsageError for options that do not fit.
[[nodiscard]] SimulationResult run_simulation(Network& network, const NetworkConfig& config,
                                              const SimulationOptions& options,
                                              const ProgressCallback& progress = {});

}  // namespace wayfarer
