// rtl/fpga/fpga_traffic.sv
//
// Rationale: what a board counts is what the models count: 20,000 cycles of a network with its
// interfaces and traffic, at every port in every cycle, and all counters at the end.
// State space: a pattern at saturation, bursts to a hot spot, messages that are too long and
// dropped. Parameter space: an m-way mesh of 3x2 with words of 32 bits;
// by night a wormhole mesh of 3x2 with 2-PHASE ROMM, of which rtl_fpga_system has a smaller one.
#include "VMwayTraffic.h"
#include "family/mway/config.hpp"
#include "family/mway/streams.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

TEST_CASE("counters of an m-way mesh are the models' to the last digit",
          "[fpga][FpgaTrafficNoWaits]") {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, {3, 2}, 1};
  config.flit_bits = 32;
  validate(config);
  OnchipNetwork model(make_mway_streams(config, stream_sizes(8)), 1, false, {});
  expect_counters<VMwayTraffic>(model, 7000, false);
}
