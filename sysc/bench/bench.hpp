// The top of the SystemC bench.
#pragma once

#include <systemc>

#include "bench/current_run.hpp"
#include "bench/monitor.hpp"
#include "bench/network_under_test.hpp"
#include "bench/sinks.hpp"
#include "bench/sources.hpp"
#include "bench/watchdog.hpp"

namespace wayfarer::bench {

/// Order within a cycle, which lasts a nanosecond:
///
///   falling edge             sources
///   rising edge              network
///   one delta cycle later    sinks      (network.stepped)
///   two delta cycles later   monitor    (sinks.received)
///   three delta cycles later watchdog   (monitor.observed)
///
/// At most one of them is ever runnable, so the kernel's order of execution does not matter.
/// Elaborated once, it serves any number of consecutive runs; simulated time goes on.
class Bench final : public sc_core::sc_module {
 public:
  explicit Bench(const sc_core::sc_module_name& name) : sc_module(name) {}

  /// Returns when the run has finished; throws what one of its phases threw.
  void run(CyclePhases& phases, const ProgressCallback& progress) {
    run_.begin(phases, progress);
    sc_core::sc_start();
    run_.end();
  }

 private:
  CurrentRun run_;
  /// The first edge falls, so the sources precede the network in the first cycle as well.
  sc_core::sc_clock clock_{"clock", sc_core::sc_time(1, sc_core::SC_NS), 0.5, sc_core::SC_ZERO_TIME,
                           false};
  BenchSources sources_{"sources", clock_, run_};
  NetworkUnderTest network_{"network", clock_, run_};
  BenchSinks sinks_{"sinks", network_.stepped(), run_};
  BenchMonitor monitor_{"monitor", sinks_.received(), run_};
  BenchWatchdog watchdog_{"watchdog", monitor_.observed(), run_};
};

}  // namespace wayfarer::bench
