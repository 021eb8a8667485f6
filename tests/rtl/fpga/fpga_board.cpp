// rtl/fpga/fpga_board.sv
//
// Rationale: lights and button against the phases of runs; the text is in fpga_console.cpp.
// State space: a run, idle, a second run by the button. Parameter space: small divisors.
#include "console.hpp"

using namespace wayfarer;

TEST_CASE("the heartbeat starts with the reset", "[fpga]") {
  Console console;
  for (int i = 0; i < 5; ++i) console.step();
  console.reset();
  CHECK(console->led_o == 0);
  unsigned dark = 0;
  for (; (console->led_o & 1) == 0; ++dark) console.step();
  CHECK(dark == 9);  // half of a beat, and the register of the light
  CHECK_FALSE(console.assertion_failed());
}

TEST_CASE("lights show a run, its end and its failure, the button starts the next",
          "[fpga][FpgaBoardBusyInRun]") {
  Console console;
  unsigned running = 0, beats = 0;
  bool beat = false;
  while (console.traffic.phase() != OnchipPhase::kDone) {
    const bool was_run = console.traffic.phase() == OnchipPhase::kRun;
    console.step();
    CHECK(((console->led_o & 4) != 0) == was_run);
    running += (console->led_o & 4) != 0;
    beats += beat != ((console->led_o & 1) != 0);
    beat = (console->led_o & 1) != 0;
    CHECK((console->led_o & 2) != 0);
  }
  CHECK(running == 300);
  CHECK(beats > 500);  // every 8 cycles, in a drain of 4096
  console.report();
  for (int i = 0; i < 50; ++i) console.step();
  CHECK((console->led_o & 2) == 0);
  CHECK((console->led_o & 8) != 0);  // messages are missing
  const std::string first = console.line.text();
  console->button_i = 1;
  for (int i = 0; i < 4; ++i) console.step();
  console->button_i = 0;
  CHECK((console->led_o & 2) != 0);
  console.report();
  CHECK(console.line.text() == first);
  CHECK_FALSE(console.assertion_failed());
}
