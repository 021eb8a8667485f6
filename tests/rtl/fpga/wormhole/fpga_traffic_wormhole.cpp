// rtl/fpga/fpga_traffic.sv with a wormhole network: as fpga_traffic.cpp.
#include "VWormholeTraffic.h"
#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

TEST_CASE("counters of a wormhole mesh are the models' to the last digit", "[fpga]") {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kMesh, {3, 2}, 1};
  WormholeConfig& router = wormhole_of(config);
  router.routing = WormholeRoutingKind::kRomm;
  router.injection_ports = router.ejection_ports = 1;
  validate(config);
  OnchipNetwork model(make_wormhole_streams(config, stream_sizes(8)), 1, false, {});
  expect_counters<VWormholeTraffic>(model, 7000, false);
}
