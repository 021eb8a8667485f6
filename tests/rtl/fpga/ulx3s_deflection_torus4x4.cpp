// rtl/fpga/ulx3s_deflection_torus4x4.sv
//
// Rationale: the whole board: from configuration to a report on the serial line that is the models'
// to the last character; then the button, and a second report: arbiters go on where they were.
// State space: one run of the default settings. Parameter space: a faster serial line.
#include "VUlx3sDeflectionTorus4x4.h"
#include "board_bench.hpp"
#include "family/deflection/config.hpp"
#include "family/deflection/streams.hpp"

using namespace wayfarer;

TEST_CASE("a ULX3S with a bufferless 4x4 torus reports what the models count", "[fpga]") {
  NetworkConfig config = deflection_config();
  config.topology.extents = {4, 4};
  validate(config);
  OnchipNetwork model(make_deflection_streams(config, stream_sizes(8)), 1, true, {});
  CombinationalBench<VUlx3sDeflectionTorus4x4> board;
  expect_reports(board, model, [&](bool level) { board->clk_25mhz_i = level; });
  CHECK(board->wifi_gpio0_o);
}
