// rtl/wormhole/wormhole_romm_cut.sv
//
// Rationale: displacements are cut at uniform points until there are as many pieces as phases.
// State space: every destination, random waits, so displacements of 0 to 5 hops.
// Parameter space: a line with up to three cuts; a torus with two displacements to cut in either
// direction, in two rounds; a mesh with three displacements.
#include "VRommCutCube.h"
#include "VRommCutLine.h"
#include "VRommCutTorus.h"
#include "romm_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("4-PHASE ROMM on a line cuts up to three times",
          "[wormhole_romm_cut][WormholeRommCutNewSlotIsEmpty]") {
  expect_draws<VRommCutLine>({TopologyKind::kMesh, {6}, 1}, RommRouting::romm(4, 1), 0);
}

TEST_CASE("cuts in several dimensions and directions equal the model's", "[wormhole_romm_cut]") {
  RommBench<VRommCutTorus> torus({TopologyKind::kTorus, {8, 7}, 1}, RommRouting::romm(6, 2), 1);
  CHECK(torus.equal(10000));
  CHECK_FALSE(torus.assertion_failed());
  RommBench<VRommCutCube> cube({TopologyKind::kMesh, {4, 4, 4}, 1}, RommRouting::romm(7, 3), 26);
  CHECK(cube.equal(10000));
  CHECK_FALSE(cube.assertion_failed());
}

TEST_CASE("no draw before the first header depends on the state before the reset",
          "[wormhole_romm_cut]") {
  for (int fill = 1; fill <= 64; ++fill) {
    RommBench<VRommCutTorus> bench({TopologyKind::kTorus, {8, 7}, 1}, RommRouting::romm(6, 2), 1, 0,
                                   Fill{fill});
    CHECK(bench.equal(200, static_cast<unsigned>(fill)));
    CHECK_FALSE(bench.assertion_failed());
  }
}

TEST_CASE("4-PHASE ROMM cuts both displacements", "[wormhole_romm_cut]") {
  const Grid topology({TopologyKind::kTorus, {4, 5}, 1}, HalfWay::kStraight);
  CHECK(std::abs(model_draws(topology, RommRouting::romm(4, 2), 500).deviations()) < 4);
}
