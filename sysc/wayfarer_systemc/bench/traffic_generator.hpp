// The sources of all terminals.
#pragma once

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/records.hpp"

namespace wayfarer::sysc {

/// Offers the flits of the run's traffic (docs/traffic.md) and stalls the sinks at random. Answers
/// the messages that arrive, where the traffic has replies.
class TrafficGenerator final : public sc_core::sc_module,
                               public tlm::tlm_analysis_if<DeliveredMessage> {
 public:
  sc_core::sc_port<NetworkIf> out{"out"};

  TrafficGenerator(const sc_core::sc_module_name& name, CurrentRun& run)
      : sc_module(name), run_(run) {}

  void write(const DeliveredMessage& delivered) override {
    run_.attempt(*this, report::kTraffic, [&](Simulation& run) { run.answer(delivered.message); });
  }

 private:
  SC_HAS_PROCESS(TrafficGenerator);

  void end_of_elaboration() override {
    SC_METHOD(offer);
    sensitive << out->begun_event();
    dont_initialize();
  }

  void offer() {
    run_.attempt(*this, report::kTraffic, [&](Simulation& run) { run.offer(*out.operator->()); });
  }

  CurrentRun& run_;
};

}  // namespace wayfarer::sysc
