// rtl/cut_through/cut_through_output_driven.sv
//
// Rationale: the connection of every cycle against the rules, for random matrices of permitted
// connections, from empty to full.
// State space: the pointers of the round robin.
// Parameter space: more and fewer input than output buffers.
#include "VOutputDriven.h"
#include "VOutputDrivenLanes.h"
#include "policy_bench.hpp"

using namespace wayfarer::cut_through_test;

TEST_CASE("an output buffer is connected by the rules",
          "[cut_through_output_driven][CutThroughOutputDrivenOneConnection]") {
  run_policy<VOutputDriven>({2, 2, 1}, {2, 2, 3}, Policy::kOutputDriven);
  run_policy<VOutputDrivenLanes>({4, 1, 4}, {4, 1, 1}, Policy::kOutputDriven);
}
