// rtl/fpga/ecp5_pll.sv
//
// Rationale: simulations see a wire; the cell is in bitstreams only.
// State space: none. Parameter space: none.
#include "Vecp5_pll.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

TEST_CASE("in a simulation the clock goes through", "[fpga]") {
  CombinationalBench<Vecp5_pll> bench;
  for (const bool level : {false, true, false, true}) {
    bench->board_clk_i = level;
    bench.settle();
    CHECK(bench->clk_o == level);
    CHECK(bench->locked_o);
  }
}
