// rtl/wormhole/wormhole_romm_middle.sv
//
// Rationale: every node is equally likely, source and destination included.
// State space: every destination, random waits. Parameter space: a torus with an even extent, and
// an odd one, of which a drawn digit may not exist.
#include "VRommMiddle.h"
#include "romm_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("VALIANT goes by way of any node", "[wormhole_romm_middle][WormholeRommMiddleExists]") {
  expect_draws<VRommMiddle>({TopologyKind::kTorus, {4, 3}, 1}, RommRouting::valiant_brebner(), 7);
}
