// rtl/cut_through/cut_through_streams.sv
//
// Rationale: the model of the network with streams is the RTL, cycle for cycle, and every legal
// message arrives once, whole, with its source; illegal ones are dropped, flagged, and harm none.
// State space: that of a network; random messages of up to a buffer's words, gaps, back-pressure,
// and all kinds of illegal input, at low and at saturating load.
// Parameter space: a mesh of 3x2 in dimension order on half-duplex links, which keeps the order of
//   messages; an adaptive, output-driven ring of four on full-duplex links that interleave flits,
//   two injection and ejection ports, and the mutants; a ring of four with Chaos routing and queues
//   of two messages. By night: wide/cut_through_streams_wide.cpp.
#include "VStreamsChaos.h"
#include "VStreamsMesh.h"
#include "VStreamsRing.h"
#include "geometry/grid.hpp"
#include "streams.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

NetworkConfig mesh() { return cut_through_network({TopologyKind::kMesh, {3, 2}, 1}, 6, 1); }

NetworkConfig ring() {
  NetworkConfig config = cut_through_network({TopologyKind::kTorus, {4}, 1}, 4, 2);
  CutThroughConfig& router = cut_through_of(config);
  router.routing = CutThroughRoutingKind::kStarChannels;
  router.policy = Policy::kOutputDriven;
  router.duplex = Duplex::kFull;
  router.interleave = Interleave::kFlit;
  return config;
}

NetworkConfig chaos() {
  NetworkConfig config = cut_through_network({TopologyKind::kTorus, {4}, 1}, 4, 1);
  CutThroughConfig& router = cut_through_of(config);
  router.routing = CutThroughRoutingKind::kChaos;
  router.policy = Policy::kOutputDriven;
  router.queue = 2;
  return config;
}

}  // namespace

TEST_CASE("a mesh with streams equals its model",
          "[cut_through_streams][CutThroughStreamsNoError]") {
  equal_under_load<VStreamsMesh>(mesh(), true);
}

TEST_CASE("a ring with streams equals its model", "[cut_through_streams]") {
  equal_under_load<VStreamsRing>(ring());
}

TEST_CASE("a ring with Chaos routing and streams equals its model", "[cut_through_streams]") {
  equal_under_load<VStreamsChaos>(chaos());
}

TEST_CASE("no state before a reset shows in a network with streams", "[cut_through_streams]") {
  independent_of_state<VStreamsChaos>([] { return make_streams(chaos()); }, 3, false);
}

TEST_CASE("the lockstep of streams finds mutants", "[cut_through_streams]") {
  find_mutants<VStreamsRing>([] { return make_streams(ring()); }, 3, false, std::begin(kMutants),
                             std::end(kMutants));
}

// docs/streams.md: from TLAST in to the first word out, both cycles counted.
TEST_CASE("a lone message takes the closed form's time", "[cut_through_streams]") {
  NetworkConfig config = mesh();
  validate(config);
  const Grid topology(config.topology, HalfWay::kStraight);
  const unsigned pipeline = cut_through_of(config).pipeline;
  for (const unsigned words : {1u, 5u}) {
    for (TerminalId to = 0; to < topology.nodes(); ++to) {
      const auto model = make_streams(config);
      StreamBench<VStreamsMesh> bench(*model, 5, true);
      const unsigned links = topology.distance(1, to);
      CHECK(bench.lone_message(1, to, words) ==
            words + 1 + pipeline + links * (pipeline + 1) + 1 + 5);
    }
  }
}
