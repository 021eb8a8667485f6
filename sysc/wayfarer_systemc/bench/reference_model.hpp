// The cycle model beside the hardware, with the same flits in, compared in every cycle.
#pragma once

#include <vector>

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/analysis_port.hpp"
#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/records.hpp"

namespace wayfarer::sysc {

/// Stands between the sources and the network: every flit goes into both. After a step of the
/// network it steps the model and compares the two (LockstepNetwork); the listeners get what both
/// have shown. In runs of a single engine it passes everything on.
class ReferenceModel final : public sc_core::sc_module,
                             public NetworkIf,
                             public tlm::tlm_analysis_if<NetworkStep> {
 public:
  sc_core::sc_export<NetworkIf> in{"in"};
  sc_core::sc_port<NetworkIf> out{"out"};  ///< To the network under test.
  AnalysisPort<NetworkStep> compared{"compared"};

  ReferenceModel(const sc_core::sc_module_name& name, CurrentRun& run)
      : sc_module(name), run_(run) {
    in.bind(*this);
  }

  [[nodiscard]] const std::vector<PortMask>& injection_ready() const override {
    return run_.pair() == nullptr ? out->injection_ready()
                                  : run_.pair()->reference().injection_ready();
  }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    if (run_.pair() != nullptr) run_.pair()->reference().offer(terminal, injection_port, flit);
    out->offer(terminal, injection_port, flit);
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    if (run_.pair() != nullptr) run_.pair()->reference().stall_ejection(terminal, stalled);
    out->stall_ejection(terminal, stalled);
  }
  [[nodiscard]] const sc_core::sc_event& begun_event() const override { return out->begun_event(); }

  void write(const NetworkStep& step) override {
    const bool equal = run_.attempt(*this, report::kReference, [&](Simulation&) {
      if (run_.pair() == nullptr) return;
      run_.pair()->step_reference();
      run_.pair()->compare();
    });
    if (equal) compared.write(step);
  }

 private:
  CurrentRun& run_;
};

}  // namespace wayfarer::sysc
