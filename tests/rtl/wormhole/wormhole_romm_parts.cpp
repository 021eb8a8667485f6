// rtl/wormhole/wormhole_romm_parts.sv
//
// Rationale: each node is uniform in the submesh that the one before it leaves.
// State space: every destination, random waits. Parameter space: three phases, so two nodes, on a
// torus; four on a mesh of three dimensions.
#include "VRommParts.h"
#include "VRommPartsCube.h"
#include "romm_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("ROMM by nodes goes by way of the least submesh",
          "[wormhole_romm_parts][WormholeRommPartsInside]") {
  expect_draws<VRommParts>({TopologyKind::kTorus, {4, 3}, 1}, RommRouting::romm_nodes(3), 2);
}

TEST_CASE("ROMM by three nodes draws in three dimensions", "[wormhole_romm_parts]") {
  for (const NodeId node : {4u, 13u}) {  // at either end of the third dimension
    RommBench<VRommPartsCube> bench({TopologyKind::kMesh, {3, 3, 2}, 1}, RommRouting::romm_nodes(4),
                                    node);
    CHECK(bench.equal(5000));
    CHECK_FALSE(bench.assertion_failed());
  }
}
