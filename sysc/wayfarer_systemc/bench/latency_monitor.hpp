// The latency of messages.
#pragma once

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/records.hpp"

namespace wayfarer::sysc {

/// Adds each message to the run's latencies, and to those of its class and source.
class LatencyMonitor final : public sc_core::sc_module,
                             public tlm::tlm_analysis_if<DeliveredMessage> {
 public:
  LatencyMonitor(const sc_core::sc_module_name& name, CurrentRun& run)
      : sc_module(name), run_(run) {}

  void write(const DeliveredMessage& delivered) override {
    run_.attempt(*this, report::kMonitor, [&](Simulation& run) { run.measure(delivered.message); });
  }

 private:
  CurrentRun& run_;
};

}  // namespace wayfarer::sysc
