// Finds networks that stand still.
#pragma once

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/records.hpp"

namespace wayfarer::sysc {

/// Messages are in flight, and for many cycles nothing has moved (stats/watchdog.hpp).
class NetworkWatchdog final : public sc_core::sc_module, public tlm::tlm_analysis_if<NetworkStep> {
 public:
  NetworkWatchdog(const sc_core::sc_module_name& name, CurrentRun& run)
      : sc_module(name), run_(run) {}

  void write(const NetworkStep& /*step*/) override {
    run_.attempt(*this, report::kWatchdog, [&](Simulation& run) { run.watch(); });
  }

 private:
  CurrentRun& run_;
};

}  // namespace wayfarer::sysc
