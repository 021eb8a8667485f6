// rtl/wormhole/wormhole_romm_source.sv
//
// Rationale: the source is its model in every cycle, and routes are distributed as the enumeration
// of phases.hpp has them, chi-square over all pairs of a network. Modules that draw for one routing
// are tested through it, in the files with their names. State space: every destination, random
// waits on both sides. Parameter space: DIMORDER on a torus with an even extent; two phases of one
// dimension each, in either order, which is 2-PHASE ROMM on a mesh.
#include "VRommMutants.h"
#include "VRommOrder.h"
#include "VRommTurn.h"
#include "romm_bench.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("dimension order goes either way half around a torus",
          "[wormhole_romm_source][WormholeRommSourceHeld]") {
  expect_draws<VRommOrder>({TopologyKind::kTorus, {4, 3}, 1}, RommRouting::dimension_order(), 5);
}

TEST_CASE("two dimensions in either order are 2-PHASE ROMM", "[wormhole_romm_source]") {
  expect_draws<VRommTurn>({TopologyKind::kMesh, {3, 3}, 1}, RommRouting::romm(2, 2), 3);
}

TEST_CASE("chi-square tells BookSim2's ROMM from the paper's", "[wormhole_romm_source]") {
  const Grid topology({TopologyKind::kMesh, {3, 3}, 1}, HalfWay::kStraight);
  const RommRouting nodes = RommRouting::romm_nodes(2);
  RommSource source(topology, RommRouting::romm(2, 2), 0, 1);
  std::map<RouteKey, unsigned> drawn;
  const NodeId to = 8;
  for (unsigned draw = 0; draw < 500; ++draw) {
    while (!source.ready()) source.step(nullptr, true);
    source.step(&to, true);
    while (!source.valid()) source.step(nullptr, true);
    ++drawn[route_key(source.phases(), 2)];
  }
  ChiSquare result;
  result.add(enumerated_routes(topology, 0, to, nodes), drawn);
  CHECK(result.deviations() > 100);
}

TEST_CASE("a destination outside the network is reported",
          "[wormhole_romm_source][WormholeRommSourceKnowsDestination]") {
  Bench<VRommTurn> bench;
  bench->valid_i = 0;
  bench->ready_i = 0;
  bench->position_i = 0;
  bench->seed_i = 1;
  bench.reset();
  CHECK_FALSE(bench.assertion_failed());
  bench->dest_i = 9;
  bench->valid_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("the lockstep finds mutants of the source", "[wormhole_romm_source]") {
  for (unsigned mutant = 0; mutant <= std::size(kMutants); ++mutant) {
    INFO((mutant == 0 ? "original" : kMutants[mutant - 1]));
    RommBench<VRommMutants> bench({TopologyKind::kTorus, {8, 7}, 1}, RommRouting::romm(6, 2), 1,
                                  mutant);
    CHECK(bench.equal(3000) == (mutant == 0));
  }
}
