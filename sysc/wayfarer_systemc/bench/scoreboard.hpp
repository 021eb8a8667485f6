// Every message that is sent arrives once, whole, unchanged, at its destination.
#pragma once

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/analysis_port.hpp"
#include "wayfarer_systemc/bench/current_run.hpp"
#include "wayfarer_systemc/bench/records.hpp"

namespace wayfarer::sysc {

/// Checks each flit that is delivered (stats/scoreboard.hpp), and passes on the messages that are
/// complete.
class MessageScoreboard final : public sc_core::sc_module,
                                public tlm::tlm_analysis_if<NetworkStep> {
 public:
  AnalysisPort<DeliveredMessage> delivered{"delivered"};

  MessageScoreboard(const sc_core::sc_module_name& name, CurrentRun& run)
      : sc_module(name), run_(run) {}

  void write(const NetworkStep& step) override {
    for (const Delivery& delivery : step.network.deliveries()) {
      const MessageRecord* message = nullptr;
      if (!run_.attempt(*this, report::kScoreboard,
                        [&](Simulation& run) { message = run.check(delivery); }))
        return;
      if (message != nullptr) delivered.write({*message, step.cycle});
    }
  }

 private:
  CurrentRun& run_;
};

}  // namespace wayfarer::sysc
