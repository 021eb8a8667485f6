// rtl/fpga/ulx3s_wormhole_mesh4x4.sv
//
// Rationale: the whole board: from configuration to a report on the serial line that is the models'
// to the last character; then the button, and a second report: arbiters go on where they were.
// State space: one run of the default settings. Parameter space: a faster serial line.
#include "VUlx3sWormholeMesh4x4.h"
#include "board_bench.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"

using namespace wayfarer;

TEST_CASE("a ULX3S with a 4x4 wormhole mesh reports what the models count", "[fpga]") {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kMesh, {4, 4}, 1};
  wormhole_of(config).injection_ports = wormhole_of(config).ejection_ports = 1;
  validate(config);
  OnchipNetwork model(make_wormhole_streams(config, stream_sizes(8)), 1, false, {});
  CombinationalBench<VUlx3sWormholeMesh4x4> board;
  expect_reports(board, model, [&](bool level) { board->clk_25mhz_i = level; });
  CHECK(board->wifi_gpio0_o);
}
