// rtl/cut_through/cut_through_input_driven.sv
//
// Rationale: the connection of every cycle against the rules, for random matrices of permitted
// connections, from empty to full.
// State space: the pointers of the round robin on both sides.
// Parameter space: fixed choice, random choice of both kinds, and round robin; more and fewer
// input than output buffers.
#include "VFixed.h"
#include "VRandom.h"
#include "VRandomLanes.h"
#include "VRoundRobin.h"
#include "VUniform.h"
#include "policy_bench.hpp"

using namespace wayfarer::cut_through_test;

TEST_CASE("an input buffer is connected by the rules",
          "[cut_through_input_driven][CutThroughInputDrivenOneConnection]") {
  run_policy<VFixed>({2, 2, 1}, {2, 2, 3}, Policy::kInputDriven);
  run_policy<VRandom>({2, 2, 1}, {2, 2, 3}, Policy::kInputDrivenRandom);
  run_policy<VRandomLanes>({4, 1, 4}, {4, 1, 1}, Policy::kInputDrivenRandom);
  run_policy<VRoundRobin>({2, 2, 1}, {2, 2, 3}, Policy::kInputDrivenRoundRobin);
  run_policy<VUniform>({2, 2, 1}, {2, 2, 3}, Policy::kInputDrivenRandom, Choice::kUniform);
}
