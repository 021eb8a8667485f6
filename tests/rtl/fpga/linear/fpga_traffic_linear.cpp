// rtl/fpga/fpga_traffic.sv with a client-server line: as fpga_traffic.cpp, and messages keep their
// order. Hosts send to the server, which is the hot spot, too, and the server to hosts.
#include "VLinearTraffic.h"
#include "family/linear/config.hpp"
#include "family/linear/streams.hpp"
#include "geometry/switch_tree.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

TEST_CASE("counters of a client-server line are the models' to the last digit", "[fpga]") {
  NetworkConfig config = linear_config();
  linear_of(config).tree = line_text(3);
  validate(config);
  OnchipNetwork model(make_linear_streams(config, stream_sizes(8)), 2, true, {});
  expect_counters<VLinearTraffic>(
      model, {5000, true, OnchipPattern::kClientServer, OnchipPattern::kClientServer});
}
