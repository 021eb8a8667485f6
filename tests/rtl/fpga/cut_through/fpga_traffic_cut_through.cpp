// rtl/fpga/fpga_traffic.sv with a cut-through network: as fpga_traffic.cpp, and messages keep their
// order.
#include "VCutThroughTraffic.h"
#include "family/cut_through/config.hpp"
#include "family/cut_through/streams.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

TEST_CASE("counters of a cut-through mesh are the models' to the last digit", "[fpga]") {
  NetworkConfig config = cut_through_config();
  config.topology = {TopologyKind::kMesh, {2, 2}, 1};
  config.flit_bits = 32;
  cut_through_of(config).depth = 9;
  config.message_bytes = cut_through_of(config).max_message_bytes(config);
  validate(config);
  OnchipNetwork model(make_cut_through_streams(config, stream_sizes(8)), 1, false, {});
  expect_counters<VCutThroughTraffic>(model, {5000, true});
}
