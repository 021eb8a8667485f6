// rtl/fpga/fpga_traffic.sv
//
// Rationale: what a board counts is what the models count: 20,000 cycles of a network with its
// interfaces and traffic, at every port in every cycle, and all counters at the end.
// State space: a pattern at saturation, bursts to a hot spot, messages that are too long and
// dropped. Parameter space: an m-way mesh of 3x2, a wormhole mesh of 2x2
// in dimension order; words of 32 bits.
#include "VMwayTraffic.h"
#include "VWormholeTraffic.h"
#include "family/mway/config.hpp"
#include "family/mway/streams.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"
#include "onchip_bench.hpp"

using namespace wayfarer;

namespace {

/// Three runs, at every port in every cycle, and all counters at the end of each.
template <class Top>
void expect_counters(OnchipNetwork& model) {
  OnchipBench<Top> bench(model);
  bench.write(0x1c, 20000);
  bench.run();
  CHECK(bench.count(kCountCycles) == 20000);
  CHECK(bench.count(kCountSent) > 7000);
  CHECK(bench.count(kCountReceived) == bench.count(kCountSent));
  CHECK(bench.count(kCountTimed) == bench.count(kCountSent));
  CHECK_FALSE(model.traffic().failed());

  bench.write(0x8, 1);  // complement, saturated
  bench.write(0xc, 0xffff);
  bench.write(0x1c, 2000);
  bench.write(0x20, 77);
  bench.run();
  CHECK(bench.count(kCountStalls) > 2000);
  CHECK_FALSE(model.traffic().failed());

  bench.write(0x8, 0);
  bench.write(0xc, 0x2000);
  bench.write(0x10, 0x8000'0003);  // half of the messages to terminal 3
  bench.write(0x14, 0x0800'0800);
  bench.write(0x18, 11 << 8 | 1);  // some of them too long
  bench.run();
  CHECK(bench.count(kCountDrops + 1) > 10);
  CHECK(bench.count(kCountMissing) == bench.count(kCountDrops + 1));
  CHECK(bench.count(kCountCheck) + bench.count(kCountData) == 0);
  CHECK(model.traffic().failed());
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("counters of an m-way mesh are the models' to the last digit",
          "[fpga][FpgaTrafficNoWaits]") {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, {3, 2}, 1};
  config.flit_bits = 32;
  validate(config);
  OnchipNetwork model(make_mway_streams(config, stream_sizes(8)), 1, false, {});
  expect_counters<VMwayTraffic>(model);
}

TEST_CASE("counters of a wormhole mesh are the models' to the last digit", "[fpga]") {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kMesh, {2, 2}, 1};
  wormhole_of(config).injection_ports = wormhole_of(config).ejection_ports = 1;
  validate(config);
  OnchipNetwork model(make_wormhole_streams(config, stream_sizes(8)), 1, false, {});
  expect_counters<VWormholeTraffic>(model);
}
