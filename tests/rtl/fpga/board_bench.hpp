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

/// The report on the serial line is the models' to the last character; then the button, and a
/// second report: arbiters go on where they were. `clock` drives the board's clock.
template <class Top, class Clock>
void expect_reports(CombinationalBench<Top>& board, OnchipNetwork& model, const Clock& clock) {
  SerialReceiver line(kBoardDivisor);
  for (const bool button : {false, true}) {
    model.run();
    CHECK_FALSE(model.traffic().failed());
    line.clear();
    board->button_i = button;
    while (line.text().find("end ") == std::string::npos || line.text().back() != '\n') {
      for (const bool level : {false, true}) {
        clock(level);
        board.settle();
      }
      line.sample(board->tx_o);
      if (line.text().size() > 10) board->button_i = 0;
      REQUIRE(line.text().size() < 2000);
    }
    CHECK(line.text() == onchip_report(model.traffic()));
    CHECK((board->led_o & 8) == 0);
  }
  CHECK_FALSE(line.framing_error());
  CHECK_FALSE(board.assertion_failed());
}

}  // namespace wayfarer
