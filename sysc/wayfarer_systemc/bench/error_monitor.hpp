// The error ports of a network.
#pragma once

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/records.hpp"

namespace wayfarer::sysc {

/// The sources send nothing illegal, so that a flit which a terminal refuses is the network's
/// fault.
class ErrorMonitor final : public sc_core::sc_module, public tlm::tlm_analysis_if<NetworkStep> {
 public:
  ErrorMonitor(const sc_core::sc_module_name& name, CurrentRun& run) : sc_module(name), run_(run) {}

  void write(const NetworkStep& /*step*/) override {
    run_.attempt(*this, report::kErrors, [&](Simulation& run) { run.refuse_errors(); });
  }

 private:
  CurrentRun& run_;
};

}  // namespace wayfarer::sysc
