// rtl/fpga/fpga_uart.sv
//
// Rationale: the receiver of the bench samples bits in their middle; here are the edges: each bit
// lasts a divisor's cycles, so all edges of a report are at multiples of it from the first of a
// byte. State space: the bytes of a report. Parameter space: a divisor of 3.
#include "console.hpp"

using namespace wayfarer;

TEST_CASE("bits have equal lengths, and the line is high between bytes",
          "[fpga][FpgaUartIdleIsHigh]") {
  Console console;
  bool line = true;
  unsigned since_start = 0, bytes = 0;
  bool inside = false;
  for (unsigned cycle = 0; cycle < 60000; ++cycle) {
    console.step();
    const bool now = console->tx_o;
    if (inside) ++since_start;
    if (!inside && !now) {
      inside = true;
      since_start = 0;
      ++bytes;
    } else if (inside && now != line) {
      REQUIRE(since_start % Console::kDivisor == 0);
    }
    if (inside && since_start >= 9 * Console::kDivisor) REQUIRE(now);
    if (inside && since_start == 10 * Console::kDivisor - 1) inside = false;
    line = now;
  }
  CHECK(bytes == 48 * 26);
  CHECK_FALSE(console.assertion_failed());
}
