// The words that a network delivers.
#pragma once

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/network.hpp"

namespace wayfarer::sysc {

/// Words that terminals receive from a cycle on.
class ThroughputMonitor final : public sc_core::sc_module, public tlm::tlm_analysis_if<WordEvent> {
 public:
  ThroughputMonitor(const sc_core::sc_module_name& name, unsigned terminals, Cycle from)
      : sc_module(name), terminals_(terminals), from_(from) {}

  void write(const WordEvent& event) override {
    if (event.direction == WordEvent::Direction::kReceived && event.cycle >= from_) ++words_;
  }

  [[nodiscard]] std::uint64_t words() const { return words_; }
  /// Words for each terminal and cycle, up to a cycle.
  [[nodiscard]] double accepted(Cycle to) const {
    return to <= from_ ? 0
                       : static_cast<double>(words_) / static_cast<double>(to - from_) / terminals_;
  }

 private:
  const unsigned terminals_;
  const Cycle from_;
  std::uint64_t words_ = 0;
};

}  // namespace wayfarer::sysc
