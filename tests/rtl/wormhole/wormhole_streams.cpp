// rtl/wormhole/wormhole_streams.sv
//
// Rationale: the model of the network with streams is the RTL, cycle for cycle, and every legal
// message arrives once, whole, with its source; illegal ones are dropped, flagged, and harm none.
// State space: that of a network; random messages, gaps, back-pressure, and all kinds of illegal
// input, at low and at saturating load.
// Parameter space: a mesh of 3x2 in dimension order, which keeps the order of messages; a line of
//   three with registers on links and whole messages; a ring of four with 2-PHASE ROMM, which cuts
//   displacements, two injection and ejection ports, words of 64 bits, the shortest entry queue,
//   and the mutants. By night: wide/wormhole_streams_wide.cpp.
#include "VStreamsMesh.h"
#include "VStreamsRing.h"
#include "VStreamsWhole.h"
#include "geometry/grid.hpp"
#include "streams.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

NetworkConfig mesh() {
  return wormhole_network({TopologyKind::kMesh, {3, 2}, 1}, WormholeRoutingKind::kDimensionOrder, 1,
                          1);
}

NetworkConfig ring() {
  NetworkConfig config =
      wormhole_network({TopologyKind::kTorus, {4}, 1}, WormholeRoutingKind::kRomm, 2, 2);
  config.flit_bits = 64;
  return config;
}

}  // namespace

TEST_CASE("a mesh with streams equals its model", "[wormhole_streams][WormholeStreamsNoError]") {
  equal_under_load<VStreamsMesh>(mesh(), {5, 10}, true);
}

TEST_CASE("a line with registers on links and whole messages equals its model",
          "[wormhole_streams]") {
  NetworkConfig config =
      wormhole_network({TopologyKind::kMesh, {3}, 1}, WormholeRoutingKind::kDimensionOrder, 1, 1);
  WormholeConfig& router = wormhole_of(config);
  router.pipeline = router.link_registers = 1;
  router.depth = 8;
  router.message_flits = 6;
  equal_under_load<VStreamsWhole>(config, {5, 10}, true);
  CHECK_THROWS_WITH(make_wormhole_streams(config, {6, 10}), Catch::Contains("legal: 1 to 5"));
}

TEST_CASE("a ring with streams equals its model", "[wormhole_streams]") {
  equal_under_load<VStreamsRing>(ring(), {3, 3});
}

TEST_CASE("no state before a reset shows in a network with streams", "[wormhole_streams]") {
  independent_of_state<VStreamsMesh>(
      [] {
        return make_wormhole_streams(mesh(), {5, 10});
      },
      5, true);
}

TEST_CASE("the lockstep of streams finds mutants", "[wormhole_streams]") {
  const auto make = [] { return make_wormhole_streams(ring(), {3, 3}); };
  find_mutants<VStreamsRing>(make, 3, false, std::begin(kMutants), std::end(kMutants));
}

// docs/streams.md: from TLAST in to the first word out, both cycles counted.
TEST_CASE("a lone message takes the closed form's time", "[wormhole_streams]") {
  const NetworkConfig config = mesh();
  const Grid topology(config.topology, HalfWay::kStraight);
  for (const unsigned words : {1u, 3u}) {
    for (TerminalId to = 0; to < topology.nodes(); ++to) {
      const auto model = make_wormhole_streams(config, {5, 10});
      StreamBench<VStreamsMesh> bench(*model, 5, true);
      CHECK(bench.lone_message(1, to, words) == topology.distance(1, to) + words + 7);
    }
  }
}
