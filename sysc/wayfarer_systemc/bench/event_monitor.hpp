// The paths of messages.
#pragma once

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/records.hpp"

namespace wayfarer::sysc {

/// Adds each cycle to the run's events, if they are recorded (docs/events.md).
class EventMonitor final : public sc_core::sc_module, public tlm::tlm_analysis_if<NetworkStep> {
 public:
  EventMonitor(const sc_core::sc_module_name& name, CurrentRun& run) : sc_module(name), run_(run) {}

  void write(const NetworkStep& /*step*/) override {
    run_.attempt(*this, report::kMonitor, [&](Simulation& run) { run.record_cycle(); });
  }

 private:
  CurrentRun& run_;
};

}  // namespace wayfarer::sysc
