// rtl/wormhole/wormhole_streams.sv, larger networks than in wormhole_streams.cpp: 4-PHASE ROMM,
// which cuts displacements, on a mesh, and VALIANT on a torus with even extents and two
// virtual channels.
#include "VStreamsFour.h"
#include "VStreamsValiant.h"
#include "streams.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("a mesh with 4-PHASE ROMM and streams equals its model", "[wormhole_streams]") {
  equal_under_load<VStreamsFour>(
      wormhole_network({TopologyKind::kMesh, {3, 2}, 1}, WormholeRoutingKind::kRomm, 4, 1),
      {5, 10});
}

TEST_CASE("a torus with VALIANT and streams equals its model", "[wormhole_streams]") {
  NetworkConfig config =
      wormhole_network({TopologyKind::kTorus, {4, 2}, 1}, WormholeRoutingKind::kValiant, 2, 2);
  wormhole_of(config).virtual_channels = 2;
  equal_under_load<VStreamsValiant>(config, {4, 8});
}
