// rtl/fpga/fpga_traffic.sv with an InfiniBand mesh: as fpga_traffic.cpp, and messages keep their order.
// Its words have 64 bits, those of a configuration at least 128: no counter depends on them.
#include "VIbaTraffic.h"
#include "family/iba/config.hpp"
#include "family/iba/streams.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

TEST_CASE("counters of an InfiniBand mesh are the models' to the last digit", "[fpga]") {
  NetworkConfig config = iba_config();
  config.topology = {TopologyKind::kMesh, {2, 2}, 1};
  config.flit_bits = 128;
  config.message_bytes = 8 * config.flit_bytes();
  validate(config);
  OnchipNetwork model(make_iba_streams(config, stream_sizes(8)), 4, false, {});
  expect_counters<VIbaTraffic>(model, {5000, true});
}
