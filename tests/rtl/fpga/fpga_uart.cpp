// rtl/fpga/fpga_uart.sv
//
// Rationale: the line and ready_o are, in every cycle, what a byte's bits and the divisor say; a
// reset ends a byte at any time.
// State space: random bytes, pauses and resets. Parameter space: divisors of 1, 2 and 6, the last
// of which is no power of two.
#include "VUart1.h"
#include "VUart2.h"
#include "VUart6.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

template <class Top>
void expect_bytes(unsigned divisor) {
  Bench<Top> bench;
  Random random(divisor);
  bench->valid_i = 0;
  bench.reset();
  unsigned frame = 0;  // start bit, data, stop bit
  unsigned left = 0;   // cycles of it
  unsigned bytes = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const unsigned byte = random.below(256);
    bench->valid_i = random.chance(1, 8);
    drive(bench->data_i, byte);
    bench->rst_ni = !random.chance(1, 40 * divisor);
    bench.settle();
    const bool ready = left == 0;
    REQUIRE(bench->ready_o == ready);
    REQUIRE(bench->tx_o == (ready || (frame >> (10 * divisor - left) / divisor & 1) != 0));
    if (bench->rst_ni == 0) {
      left = 0;
    } else if (ready && bench->valid_i != 0) {
      frame = 1u << 9 | byte << 1;
      left = 10 * divisor;
      ++bytes;
    } else if (!ready) {
      --left;
    }
    bench.tick();
  }
  CHECK(bytes > 100);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("bytes on the line have equal bits, and it is high between them",
          "[fpga][FpgaUartIdleIsHigh]") {
  expect_bytes<VUart1>(1);
  expect_bytes<VUart2>(2);
  expect_bytes<VUart6>(6);
}
