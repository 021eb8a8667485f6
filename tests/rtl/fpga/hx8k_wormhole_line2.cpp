// rtl/fpga/hx8k_wormhole_line2.sv
//
// Rationale: the whole board: from configuration to a report on the serial line that is the models'
// to the last character, and then nothing.
// State space: one run of the default settings. Parameter space: a faster serial line.
#include "VHx8kWormholeLine2.h"
#include "board_bench.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"

using namespace wayfarer;

TEST_CASE("an HX8K with a line of two wormhole routers reports what the models count", "[fpga]") {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kMesh, {2}, 1};
  wormhole_of(config).injection_ports = wormhole_of(config).ejection_ports = 1;
  validate(config);
  OnchipNetwork model(make_wormhole_streams(config, stream_sizes(8)), 1, false, {});
  CombinationalBench<VHx8kWormholeLine2> board(kConfigured);
  SerialReceiver line(kBoardDivisor);
  const auto clock = [&](bool level) { board->clk_12mhz_i = level; };
  expect_report(board, model, line, clock, [] {});
  expect_idle(board, line, clock);  // no button
}
