// rtl/fpga/ulx3s_mway_mesh4x4.sv
//
// Rationale: the whole board: from configuration to a report on the serial line that is the models'
// to the last character; then the button, and a second report: arbiters go on where they were.
// State space: one run of the default settings. Parameter space: a faster serial line.
#include "VUlx3sMwayMesh4x4.h"
#include "board_bench.hpp"
#include "family/mway/config.hpp"
#include "family/mway/streams.hpp"

using namespace wayfarer;

TEST_CASE("a ULX3S with a 4x4 m-way mesh reports what the models count", "[fpga]") {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, {4, 4}, 1};
  config.flit_bits = 32;
  validate(config);
  OnchipNetwork model(make_mway_streams(config, stream_sizes(8)), 1, false, {});
  CombinationalBench<VUlx3sMwayMesh4x4> board;
  expect_reports(board, model, [&](bool level) { board->clk_25mhz_i = level; });
  CHECK(board->wifi_gpio0_o);
}
