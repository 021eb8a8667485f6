// The sending side of the processors.
#pragma once

#include <systemc>

#include "bench/current_run.hpp"

namespace wayfarer::bench {

/// Starts the cycle at the falling edge and sets up the network's inputs for the rising edge:
/// ejection stalls and offered flits.
class BenchSources final : public sc_core::sc_module {
 public:
  BenchSources(const sc_core::sc_module_name& name, const sc_core::sc_clock& clock, CurrentRun& run)
      : sc_module(name), run_(run) {
    SC_METHOD(send);
    sensitive << clock.negedge_event();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(BenchSources);

  void send() {
    run_.open_cycle();
    if (run_.in_cycle()) run_.perform(&CyclePhases::send);
  }

  CurrentRun& run_;
};

}  // namespace wayfarer::bench
