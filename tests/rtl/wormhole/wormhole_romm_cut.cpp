// rtl/wormhole/wormhole_romm_cut.sv
//
// Rationale: displacements are cut at uniform points until there are as many pieces as phases.
// State space: every destination, random waits, so displacements of 0 to 5 hops.
// Parameter space: a line with up to three cuts; the mutants of wormhole_romm_source.cpp are on a
// torus with two displacements to cut.
#include "VRommCutLine.h"
#include "romm_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("4-PHASE ROMM on a line cuts up to three times",
          "[wormhole_romm_cut][WormholeRommCutNewSlotIsEmpty]") {
  expect_draws<VRommCutLine>({TopologyKind::kMesh, {6}, 1}, RommRouting::romm(4, 1), 0);
}

TEST_CASE("4-PHASE ROMM cuts both displacements", "[wormhole_romm_cut]") {
  const Grid topology({TopologyKind::kTorus, {4, 5}, 1}, HalfWay::kStraight);
  CHECK(std::abs(model_draws(topology, RommRouting::romm(4, 2), 500).deviations()) < 4);
}
