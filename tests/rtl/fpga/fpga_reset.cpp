// rtl/fpga/fpga_reset.sv
//
// Rationale: losses of the clock of random lengths at random times: the reset falls at once, and
// rises a fixed number of cycles after the last of them.
// State space: good_i over time. Parameter space: none.
#include "Vfpga_reset.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <random>

using namespace wayfarer;

TEST_CASE("reset falls with a bad clock and rises 18 cycles after it",
          "[fpga][FpgaResetEndsLate]") {
  CombinationalBench<Vfpga_reset> bench;
  std::minstd_rand random(3);
  const auto tick = [&] {
    bench->clk_i = 0;
    bench.settle();
    bench->clk_i = 1;
    bench.settle();
  };
  bench->good_i = 1;
  bench.settle();
  for (unsigned i = 0; i < 200; ++i) {
    bench->good_i = 0;
    bench.settle();
    REQUIRE_FALSE(bench->rst_no);
    for (unsigned n = static_cast<unsigned>(random() % 5); n > 0; --n) tick();
    REQUIRE_FALSE(bench->rst_no);
    bench->good_i = 1;
    bench.settle();
    const auto length = static_cast<unsigned>(random() % 40);
    for (unsigned n = 1; n <= length; ++n) {
      tick();
      REQUIRE(bench->rst_no == (n >= 18));
    }
  }
  REQUIRE_FALSE(bench.assertion_failed());
}
