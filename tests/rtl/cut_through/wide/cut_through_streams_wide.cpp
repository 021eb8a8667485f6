// rtl/cut_through/cut_through_streams.sv, larger networks than in cut_through_streams.cpp: a torus
// with even extents and minimal triplex routing, inputs that choose at random, and a mesh in
// dimension order with two bound virtual channels and room in draining buffers.
#include "VStreamsBound.h"
#include "VStreamsTriplex.h"
#include "streams.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("a triplex torus with streams equals its model", "[cut_through_streams]") {
  NetworkConfig config = cut_through_network({TopologyKind::kTorus, {4, 2}, 1}, 5, 2);
  CutThroughConfig& router = cut_through_of(config);
  router.routing = CutThroughRoutingKind::kMinimalTriplex;
  router.policy = Policy::kInputDrivenRandom;
  equal_under_load<VStreamsTriplex>(config);
}

TEST_CASE("a mesh with bound virtual channels and streams equals its model",
          "[cut_through_streams]") {
  NetworkConfig config = cut_through_network({TopologyKind::kMesh, {3, 3}, 1}, 9, 1);
  CutThroughConfig& router = cut_through_of(config);
  router.virtual_channels = 2;
  router.output_room = OutputRoom::kDraining;
  equal_under_load<VStreamsBound>(config);
}
