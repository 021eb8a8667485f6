// The bench on which the program runs hardware: sources, a network, its reference and its checks.
#pragma once

#include <exception>

#include <systemc>

#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/error_monitor.hpp"
#include "wayfarer_systemc/bench/event_monitor.hpp"
#include "wayfarer_systemc/bench/latency_monitor.hpp"
#include "wayfarer_systemc/bench/network_under_test.hpp"
#include "wayfarer_systemc/bench/reference_model.hpp"
#include "wayfarer_systemc/bench/scoreboard.hpp"
#include "wayfarer_systemc/bench/throughput_monitor.hpp"
#include "wayfarer_systemc/bench/traffic_generator.hpp"
#include "wayfarer_systemc/bench/watchdog.hpp"

namespace wayfarer::sysc {

///   TrafficGenerator ==> ReferenceModel ==> NetworkUnderTest      ==> flits
///          ^                  |   ^                |
///          |                  |   +--- stepped ----+              --> analysis ports
///          |               compared
///          |                  |
///          |                  +--> MessageScoreboard
///          |                  |        |
///          +----- delivered ------+----+
///                             |   +--> LatencyMonitor
///                             +--> ThroughputMonitor, EventMonitor, ErrorMonitor, NetworkWatchdog
///
/// Serves any number of runs, one after the other; the clock may go on between them. A simulation
/// may have several benches, and anybody may bind listeners of one's own.
class Bench final : public sc_core::sc_module {
 private:
  CurrentRun run_;  // which the modules share

 public:
  explicit Bench(const sc_core::sc_module_name& name) : sc_module(name) {
    device.clocks.bind(clocks);
    generator.out.bind(reference.in);
    reference.out.bind(device.in);
    device.stepped.bind(reference);
    reference.compared.bind(scoreboard);
    reference.compared.bind(throughput);
    reference.compared.bind(events);
    reference.compared.bind(errors);
    reference.compared.bind(watchdog);
    scoreboard.delivered.bind(latency);
    scoreboard.delivered.bind(generator);
  }

  NetworkUnderTest::Clocks clocks{"clocks"};

  TrafficGenerator generator{"generator", run_};
  ReferenceModel reference{"reference", run_};
  NetworkUnderTest device{"device", run_};
  MessageScoreboard scoreboard{"scoreboard", run_};
  LatencyMonitor latency{"latency", run_};
  ThroughputMonitor throughput{"throughput", run_};
  EventMonitor events{"events", run_};
  ErrorMonitor errors{"errors", run_};
  NetworkWatchdog watchdog{"watchdog", run_};

  /// The run's first cycle begins with the next edge. It must live until it has ended. `progress`
  /// is called at intervals, and ends the run if it returns false.
  void begin(Simulation& run, ProgressCallback progress = {}) {
    run_.begin(run, std::move(progress));
  }
  /// Before its last cycle.
  void end() { run_.end(); }
  [[nodiscard]] bool running() const { return run_.active(); }
  /// What has ended the last run, and was reported; null: its last cycle.
  [[nodiscard]] const std::exception_ptr& failure() const { return run_.failure(); }
};

}  // namespace wayfarer::sysc
