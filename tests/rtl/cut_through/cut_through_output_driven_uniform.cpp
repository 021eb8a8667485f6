// rtl/cut_through/cut_through_output_driven_uniform.sv
//
// Rationale: the connection of every cycle against the rules, for random matrices of permitted
// connections, from empty to full.
// State space: the pointers of the round robin.
// Parameter space: fewer input than output buffers; with more, the test of cut_through_policy.
#include "VOutputUniform.h"
#include "policy_bench.hpp"

using namespace wayfarer::cut_through_test;

TEST_CASE("an output buffer is connected by the rules, with equal chances",
          "[cut_through_output_driven_uniform][CutThroughOutputDrivenUniformOneConnection]") {
  run_policy<VOutputUniform>({2, 2, 1}, {2, 2, 3}, Policy::kOutputDriven, Choice::kUniform);
}
