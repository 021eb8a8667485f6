// Cycle model of rtl/traffic/traffic_terminals.sv: sources, sinks and counters of a network.
#pragma once

#include <vector>

#include "onchip/control.hpp"
#include "onchip/sink.hpp"
#include "onchip/source.hpp"

namespace wayfarer {

/// The inputs of a terminal in one cycle.
struct OnchipInput {
  bool ready = false;                   ///< TREADY of the source's stream.
  const OnchipWord* arrived = nullptr;  ///< The sink's word while TVALID.
};

class OnchipTerminals {
 public:
  OnchipTerminals(TerminalId terminals, bool ordered, const OnchipSettings& settings,
                  unsigned counter_bits = 32);

  /// A cycle of reset.
  void reset();

  // Outputs.
  [[nodiscard]] TerminalId terminals() const { return static_cast<TerminalId>(sources_.size()); }
  [[nodiscard]] const OnchipWord* output(TerminalId t) const { return sources_[t].output(); }
  [[nodiscard]] OnchipPhase phase() const { return control_.phase(); }
  [[nodiscard]] bool failed() const { return control_.failed(counters_); }
  [[nodiscard]] const OnchipControl& control() const { return control_; }
  [[nodiscard]] const OnchipCounters& counters() const { return counters_; }

  /// One clock; `drops` are masks by terminal.
  void step(const ApbInput& apb, const std::vector<OnchipInput>& inputs,
            const std::vector<std::uint8_t>& drops);

 private:
  OnchipControl control_;
  OnchipCounters counters_;
  std::vector<OnchipSource> sources_;
  std::vector<OnchipSink> sinks_;
  std::vector<OnchipSent> sent_;
  std::vector<OnchipReceived> received_;
};

}  // namespace wayfarer
