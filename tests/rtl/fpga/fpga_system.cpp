// rtl/fpga/fpga_system.sv
//
// Rationale: a board's inside: from a good clock to a report on the serial line that is the models'
// to the last character; then the button, and a second report.
// State space: one run of the default settings. Parameter space: a wormhole mesh of 2x1 with
// 2-PHASE ROMM.
#include "VSystem.h"
#include "board_bench.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"

using namespace wayfarer;

TEST_CASE("a small system reports what the models count", "[fpga][FpgaSystemTransfersEnd]") {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kMesh, {2}, 1};
  WormholeConfig& router = wormhole_of(config);
  router.routing = WormholeRoutingKind::kRomm;
  router.injection_ports = router.ejection_ports = 1;
  validate(config);
  OnchipNetwork model(make_wormhole_streams(config, stream_sizes(8)), 1, false, {});
  CombinationalBench<VSystem> system(kConfigured);
  system->good_i = 0;
  for (const bool level : {false, true}) {
    system->clk_i = level;
    system.settle();
  }
  system->good_i = 1;
  expect_reports(system, model, [&](bool level) { system->clk_i = level; });
}
