// The receiving side of the processors, with the scoreboard.
#pragma once

#include <systemc>

#include "bench/current_run.hpp"

namespace wayfarer::bench {

/// Checks the flits that the step delivered: each once, in order, unchanged, at its destination.
class BenchSinks final : public sc_core::sc_module {
 public:
  BenchSinks(const sc_core::sc_module_name& name, const sc_core::sc_event& stepped, CurrentRun& run)
      : sc_module(name), run_(run) {
    SC_METHOD(receive);
    sensitive << stepped;
    dont_initialize();
  }

  [[nodiscard]] const sc_core::sc_event& received() const { return received_; }

 private:
  SC_HAS_PROCESS(BenchSinks);

  void receive() {
    if (run_.perform(&CyclePhases::receive)) received_.notify(sc_core::SC_ZERO_TIME);
  }

  CurrentRun& run_;
  sc_core::sc_event received_{"received"};
};

}  // namespace wayfarer::bench
