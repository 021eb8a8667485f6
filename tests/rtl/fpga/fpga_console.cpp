// rtl/fpga/fpga_console.sv
//
// Rationale: the text on the line is that of the model, to the last character, also after a restart
// with the button held, as a report must not be cut.
// State space: runs of several settings. Parameter space: a small divisor.
#include "console.hpp"

using namespace wayfarer;

TEST_CASE("the report on the line is the model's",
          "[fpga][FpgaConsoleEnablesSelected][FpgaConsoleTransferHeld]") {
  OnchipSettings settings = Console::run_settings();
  for (const std::uint32_t seed : {1u, 0xdeadbeefu}) {
    settings.seed = seed;
    Console console(settings);
    console->button_i = 1;
    console.report();
    console->button_i = 0;
    CHECK(console.line.text() == onchip_report(console.traffic));
    CHECK(console.line.text().size() == 48 * 26);
    CHECK_FALSE(console.line.framing_error());
    CHECK(console.traffic.counters().value(kCountMissing) > 0);
    CHECK_FALSE(console.assertion_failed());
  }
}
