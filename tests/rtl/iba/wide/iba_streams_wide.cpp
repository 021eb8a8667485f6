// rtl/iba/iba_streams.sv, other networks than in iba_streams.cpp: messages of several packets,
// which endpoints cut and put together, on four lanes of their directions; four shared lanes; all
// or nothing.
#include "VStreamsPackets.h"
#include "VStreamsShared.h"
#include "streams.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

NetworkConfig packets() {
  NetworkConfig config = iba_mesh(3, 2, 40);
  IbaConfig& router = iba_of(config);
  router.virtual_lanes = 4;
  router.lane_use = LaneUse::kDedicated;
  router.segmentation = Segmentation::kEndpoints;
  router.mtu_bytes = 256;
  return config;
}

}  // namespace

TEST_CASE("a mesh with messages of several packets equals its model", "[iba_streams]") {
  equal_under_load<VStreamsPackets>(packets(), false);
}

// docs/streams.md: from TLAST in to the first word out, both cycles counted.
TEST_CASE("a lone message of one packet takes the closed form's time", "[iba_streams]") {
  constexpr unsigned kWords = 3, kLinks = 1;
  const auto model = make_streams(packets());
  StreamBench<VStreamsPackets> bench(*model, 40, true);
  CHECK(bench.lone_message(0, 1, kWords) == kWords + 1 + 2 * kLinks + 2 + 5);
}

TEST_CASE("a mesh with four shared virtual lanes equals its model", "[iba_streams]") {
  NetworkConfig config = iba_mesh(3, 3, 6);
  IbaConfig& router = iba_of(config);
  router.virtual_lanes = 4;
  router.replication = Replication::kAllOrNothing;
  router.depth = 20;
  equal_under_load<VStreamsShared>(config, false);
}
