// rtl/wormhole/wormhole_romm_parts.sv
//
// Rationale: each node is uniform in the submesh that the one before it leaves.
// State space: every destination, random waits. Parameter space: three phases, so two nodes; a
// torus.
#include "VRommParts.h"
#include "romm_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("ROMM by nodes goes by way of the least submesh",
          "[wormhole_romm_parts][WormholeRommPartsInside]") {
  expect_draws<VRommParts>({TopologyKind::kTorus, {4, 3}, 1}, RommRouting::romm_nodes(3), 2);
}
