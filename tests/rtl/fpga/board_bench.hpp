// A verilated board, from configuration to the text of two reports.
#pragma once

#include "bench.hpp"
#include "onchip/network.hpp"
#include "onchip/report.hpp"
#include "serial.hpp"

#include <catch2/catch.hpp>

namespace wayfarer {

/// The divisor of the serial line, as in CMakeLists.txt.
constexpr unsigned kBoardDivisor = 2;

/// Cycles in which a report must come.
constexpr unsigned kBoardPatience = 2'000'000;

template <class Top, class Clock>
void cycle_of(CombinationalBench<Top>& board, const Clock& clock) {
  for (const bool level : {false, true}) {
    clock(level);
    board.settle();
  }
}
template <class Top, class Clock>
void cycle_of(CombinationalBench<Top>& board, SerialReceiver& line, const Clock& clock) {
  cycle_of(board, clock);
  line.sample(board->tx_o);
}

/// Nothing follows the last report: no run, and no character.
template <class Top, class Clock>
void expect_idle(CombinationalBench<Top>& board, SerialReceiver& line, const Clock& clock) {
  line.clear();
  for (unsigned cycle = 0; cycle < 200; ++cycle) {
    cycle_of(board, line, clock);
    if (cycle > 2 * kBoardDivisor) REQUIRE((board->led_o & 6) == 0);
  }
  CHECK(line.text().empty());
  CHECK_FALSE(board.assertion_failed());
}

/// The next report on the serial line is the models' to the last character. `clock` drives the
/// board's clock, `started` is called while the report is sent.
template <class Top, class Clock, class Started>
void expect_report(CombinationalBench<Top>& board, OnchipNetwork& model, SerialReceiver& line,
                   const Clock& clock, const Started& started) {
  model.run();
  CHECK_FALSE(model.traffic().failed());
  line.clear();
  for (unsigned cycle = 0;
       line.text().find("end ") == std::string::npos || line.text().back() != '\n'; ++cycle) {
    cycle_of(board, line, clock);
    if (line.text().size() > 10) started();
    REQUIRE(line.text().size() < 2000);
    REQUIRE(cycle < kBoardPatience);
  }
  CHECK(line.text() == onchip_report(model.traffic()));
  CHECK((board->led_o & 8) == 0);
  CHECK_FALSE(line.framing_error());
  CHECK_FALSE(board.assertion_failed());
}

/// The first report, then the button, and a second one: arbiters go on where they were.
template <class Top, class Clock>
void expect_reports(CombinationalBench<Top>& board, OnchipNetwork& model, const Clock& clock) {
  SerialReceiver line(kBoardDivisor);
  for (const bool button : {false, true}) {
    board->button_i = button;
    expect_report(board, model, line, clock, [&] { board->button_i = 0; });
  }
  expect_idle(board, line, clock);
}

}  // namespace wayfarer
