// Deadlock detection, and the end of the cycle.
#pragma once

#include <systemc>

#include "bench/current_run.hpp"

namespace wayfarer::bench {

/// Fails when no flit moves any more. Runs last and so ends the cycle.
class BenchWatchdog final : public sc_core::sc_module {
 public:
  BenchWatchdog(const sc_core::sc_module_name& name, const sc_core::sc_event& observed,
                CurrentRun& run)
      : sc_module(name), run_(run) {
    SC_METHOD(watch);
    sensitive << observed;
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(BenchWatchdog);

  void watch() {
    if (run_.perform(&CyclePhases::watch)) run_.close_cycle();
  }

  CurrentRun& run_;
};

}  // namespace wayfarer::bench
