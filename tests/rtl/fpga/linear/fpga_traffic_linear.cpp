// rtl/fpga/fpga_traffic.sv with a client-server line: as fpga_traffic.cpp, and messages keep their
// order. Hosts send to the server, which is also the hot spot, and the server sends to hosts.
#include "VLinearTraffic.h"
#include "family/linear/config.hpp"
#include "family/linear/streams.hpp"
#include "geometry/switch_tree.hpp"
#include "traffic_runs.hpp"

using namespace wayfarer;

namespace {

OnchipNetwork line() {
  NetworkConfig config = linear_config();
  linear_of(config).tree = line_text(3);
  validate(config);
  return {make_linear_streams(config, stream_sizes(8)), 2, true, {}};
}

}  // namespace

TEST_CASE("counters of a client-server line are the models' to the last digit", "[fpga]") {
  OnchipNetwork model = line();
  expect_counters<VLinearTraffic>(
      model, {5000, true, OnchipPattern::kClientServer, OnchipPattern::kClientServer});
}

TEST_CASE("messages between hosts are dropped, counted, and missing; those of the server arrive",
          "[fpga]") {
  OnchipNetwork model = line();
  OnchipBench<VLinearTraffic> bench(model);
  bench.write(0x8, static_cast<unsigned>(OnchipPattern::kUniform));
  bench.write(0x1c, 3000);
  bench.run();
  CHECK(bench.count(kCountDrops) > 100);
  CHECK(bench.count(kCountMissing) == bench.count(kCountDrops));
  CHECK(bench.count(kCountReceived) > 100);
  CHECK(bench.count(kCountCheck) + bench.count(kCountData) + bench.count(kCountLost) == 0);
  CHECK(model.traffic().failed());
  CHECK_FALSE(bench.assertion_failed());
}
