// The network, model or RTL, as a clocked module.
#pragma once

#include <systemc>

#include "bench/current_run.hpp"

namespace wayfarer::bench {

/// Steps the network at the rising edge. No other module accesses the network at that moment: the
/// edge samples what the sources have set up, and all later modules see its results.
class NetworkUnderTest final : public sc_core::sc_module {
 public:
  NetworkUnderTest(const sc_core::sc_module_name& name, const sc_core::sc_clock& clock,
                   CurrentRun& run)
      : sc_module(name), run_(run) {
    SC_METHOD(step);
    sensitive << clock.posedge_event();
    dont_initialize();
  }

  [[nodiscard]] const sc_core::sc_event& stepped() const { return stepped_; }

 private:
  SC_HAS_PROCESS(NetworkUnderTest);

  void step() {
    if (run_.in_cycle() && run_.perform(&CyclePhases::step)) stepped_.notify(sc_core::SC_ZERO_TIME);
  }

  CurrentRun& run_;
  sc_core::sc_event stepped_{"stepped"};
};

}  // namespace wayfarer::bench
