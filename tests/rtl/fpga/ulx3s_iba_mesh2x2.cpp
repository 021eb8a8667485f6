// rtl/fpga/ulx3s_iba_mesh2x2.sv
//
// Rationale: the whole board: from configuration to a report on the serial line that is the models'
// to the last character; then the button, and a second report: arbiters go on where they were.
// State space: one run of the default settings. Parameter space: a faster serial line.
#include "VUlx3sIbaMesh2x2.h"
#include "board_bench.hpp"
#include "iba_mesh.hpp"

using namespace wayfarer;

TEST_CASE("a ULX3S with a 2x2 InfiniBand mesh reports what the models count", "[fpga]") {
  OnchipNetwork model = iba_mesh();
  CombinationalBench<VUlx3sIbaMesh2x2> board;
  expect_reports(board, model, [&](bool level) { board->clk_25mhz_i = level; });
  CHECK(board->wifi_gpio0_o);
}
