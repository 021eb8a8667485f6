// The network that a bench tests, model or hardware, as a clocked module.
#pragma once

#include <vector>

#include <systemc>

#include <fmt/format.h>

#include "core/clock_edges.hpp"
#include "core/error.hpp"
#include "wayfarer_systemc/analysis_port.hpp"
#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/records.hpp"

namespace wayfarer::sysc {

/// At a rising edge, the sources offer flits; a delta cycle later, the network steps and passes on
/// what the step has shown. All that listens is called within this step, in the order in which it
/// was bound.
class NetworkUnderTest final : public sc_core::sc_module, public NetworkIf {
 public:
  using Clocks = sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 0>;

  Clocks clocks{"clocks"};  ///< One, or all of a network that has several (ClockEdges).
  sc_core::sc_export<NetworkIf> in{"in"};
  AnalysisPort<NetworkStep> stepped{"stepped"};

  NetworkUnderTest(const sc_core::sc_module_name& name, CurrentRun& run)
      : sc_module(name), run_(run) {
    in.bind(*this);
    SC_METHOD(step);
    sensitive << edge_;
    dont_initialize();
  }

  [[nodiscard]] const std::vector<PortMask>& injection_ready() const override {
    return engine().injection_ready();
  }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    engine().offer(terminal, injection_port, flit);
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    engine().stall_ejection(terminal, stalled);
  }
  [[nodiscard]] const sc_core::sc_event& begun_event() const override { return begun_; }

 private:
  SC_HAS_PROCESS(NetworkUnderTest);

  void end_of_elaboration() override {
    SC_METHOD(begin);
    for (int i = 0; i < clocks.size(); ++i) sensitive << clocks[i]->posedge_event();
    dont_initialize();
  }

  /// Of a run in lockstep, the hardware: the other one is the ReferenceModel's.
  [[nodiscard]] wayfarer::Network& engine() const {
    return run_.pair() == nullptr ? run_.network() : run_.pair()->device();
  }

  void begin() {
    if (!run_.begin_cycle(*this)) return;
    if (clocks.size() > 1) set_edges();
    begun_.notify();
    edge_.notify(sc_core::SC_ZERO_TIME);
  }

  void set_edges() {
    std::vector<ChannelId> edges;
    for (int i = 0; i < clocks.size(); ++i)
      if (clocks[i]->posedge()) edges.push_back(static_cast<ChannelId>(i));
    run_.attempt(*this, report::kNetwork, [&](Simulation& run) {
      auto* const port = run.network().find<ClockEdges>();
      if (port == nullptr)
        throw UsageError(fmt::format("{} clocks; legal for this network: one", clocks.size()));
      port->set_edges(edges);
    });
  }

  void step() {
    const bool stepped_well = run_.attempt(*this, report::kNetwork, [&](Simulation&) {
      if (LockstepNetwork* const pair = run_.pair())
        pair->step_device();
      else
        run_.network().step();
    });
    if (!stepped_well) return;
    stepped.write({run_.network(), run_.cycle()});
    run_.attempt(*this, report::kNetwork, [](Simulation& run) { run.end_cycle(); });
  }

  CurrentRun& run_;
  sc_core::sc_event begun_{"begun"};
  sc_core::sc_event edge_{"edge"};
};

}  // namespace wayfarer::sysc
