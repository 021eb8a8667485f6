// rtl/fpga/fpga_traffic.sv with a bufferless torus: as fpga_traffic.cpp, and messages keep their
// order.
#include "VDeflectionTraffic.h"
#include "family/deflection/config.hpp"
#include "family/deflection/streams.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

TEST_CASE("counters of a bufferless torus are the models' to the last digit", "[fpga]") {
  NetworkConfig config = deflection_config();
  config.topology.extents = {2, 2};
  validate(config);
  OnchipNetwork model(make_deflection_streams(config, stream_sizes(8)), 1, true, {});
  expect_counters<VDeflectionTraffic>(model, 6000, true);
}
