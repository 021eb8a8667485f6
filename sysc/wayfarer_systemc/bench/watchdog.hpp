// Reports an error when messages are in flight and nothing moves.
#pragma once

#include <systemc>
#include <tlm>

#include <fmt/format.h>

#include "wayfarer_systemc/bench/scoreboard.hpp"
#include "wayfarer_systemc/network.hpp"
#include "wayfarer_systemc/reports.hpp"

namespace wayfarer::sysc {

class NetworkWatchdog final : public sc_core::sc_module, public tlm::tlm_analysis_if<WordEvent> {
 public:
  NetworkWatchdog(const sc_core::sc_module_name& name, const MessageScoreboard& scoreboard,
                  const sc_core::sc_time& limit)
      : sc_module(name), scoreboard_(scoreboard), limit_(limit) {
    SC_METHOD(look);
  }

  void write(const WordEvent&) override { last_ = sc_core::sc_time_stamp(); }

 private:
  SC_HAS_PROCESS(NetworkWatchdog);

  void look() {
    if (scoreboard_.in_flight() != 0 && sc_core::sc_time_stamp() - last_ >= limit_)
      SC_REPORT_ERROR(report::kWatchdog,
                      fmt::format("{}: {} messages are in flight, and no word has moved since {}",
                                  name(), scoreboard_.in_flight(), last_.to_string())
                          .c_str());
    if (scoreboard_.in_flight() == 0) last_ = sc_core::sc_time_stamp();
    next_trigger(limit_);
  }

  const MessageScoreboard& scoreboard_;
  const sc_core::sc_time limit_;
  sc_core::sc_time last_;  // a word moved, or nothing was in flight
};

}  // namespace wayfarer::sysc
