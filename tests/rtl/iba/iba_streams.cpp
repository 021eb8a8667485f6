// rtl/iba/iba_streams.sv
//
// Rationale: the model of the network with streams is the RTL, cycle for cycle from the reset on, so
// tables load in hardware in as many cycles; every legal message arrives once, whole, with its
// source; illegal ones are dropped, flagged, and harm none.
// State space: that of a network; random messages, gaps, back-pressure, and all kinds of illegal
// input, at low and at saturating load; then the management port.
// Parameter space: a mesh of 3x2 with one virtual lane, which keeps the order of messages, and the
//   mutants; one of 2x2 with two lanes by service level. By night:
//   wide/iba_streams_wide.cpp.
#include "VStreamsLane.h"
#include "VStreamsLanes.h"
#include "family/iba/mesh.hpp"
#include "family/iba/subnet_manager.hpp"
#include "streams.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr unsigned kWords = 5;

NetworkConfig one_lane() { return iba_mesh(3, 2, kWords); }

NetworkConfig two_lanes() {
  NetworkConfig config = iba_mesh(2, 2, kWords);
  iba_of(config).virtual_lanes = 2;
  iba_of(config).lane_use = LaneUse::kByLevel;
  iba_of(config).service_levels = 3;
  return config;
}

}  // namespace

TEST_CASE("a mesh with one virtual lane and streams equals its model",
          "[iba_streams][IbaStreamsNoError]") {
  equal_under_load<VStreamsLane>(one_lane(), true);
}

TEST_CASE("a mesh with two virtual lanes and streams equals its model", "[iba_streams]") {
  equal_under_load<VStreamsLanes>(two_lanes(), false);
}

TEST_CASE("the lockstep of streams finds mutants", "[iba_streams]") {
  find_mutants<VStreamsLanes>([] { return make_streams(two_lanes()); }, kWords, false,
                                std::begin(kMutants), std::end(kMutants));
}

// docs/streams.md: from TLAST in to the first word out, both cycles counted.
TEST_CASE("a lone message takes the closed form's time", "[iba_streams]") {
  const NetworkConfig config = one_lane();
  const IbaMesh mesh(config.topology);
  for (const unsigned words : {1u, kWords}) {
    for (TerminalId to = 0; to < mesh.switches(); ++to) {
      const auto model = make_streams(config);
      StreamBench<VStreamsLane> bench(*model, kWords, true);
      const auto distance = [&](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
      const unsigned links = distance(mesh.x(1), mesh.x(to)) + distance(mesh.y(1), mesh.y(to));
      CHECK(bench.lone_message(1, to, words) == words + 1 + 2 * links + 2 + 4);
    }
  }
}
