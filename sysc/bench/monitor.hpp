// The observer of channels and error ports.
#pragma once

#include <systemc>

#include "bench/current_run.hpp"

namespace wayfarer::bench {

/// Adds the cycle to the statistics; fails on errors that the network reports.
class BenchMonitor final : public sc_core::sc_module {
 public:
  BenchMonitor(const sc_core::sc_module_name& name, const sc_core::sc_event& received,
               CurrentRun& run)
      : sc_module(name), run_(run) {
    SC_METHOD(observe);
    sensitive << received;
    dont_initialize();
  }

  [[nodiscard]] const sc_core::sc_event& observed() const { return observed_; }

 private:
  SC_HAS_PROCESS(BenchMonitor);

  void observe() {
    if (run_.perform(&CyclePhases::observe)) observed_.notify(sc_core::SC_ZERO_TIME);
  }

  CurrentRun& run_;
  sc_core::sc_event observed_{"observed"};
};

}  // namespace wayfarer::bench
