// rtl/wormhole/wormhole_romm_deal.sv
//
// Rationale: every order of slots is equally likely.
// State space: every destination, random waits. Parameter space: two phases for three
// displacements: the second phase has two slots.
#include "VRommDeal.h"
#include "romm_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("2-PHASE ROMM deals three displacements",
          "[wormhole_romm_deal][WormholeRommDealHasEverySlot]") {
  expect_draws<VRommDeal>({TopologyKind::kMesh, {3, 3, 2}, 1}, RommRouting::romm(2, 3), 4);
}
