// rtl/cut_through/cut_through_policy.sv
//
// Rationale: the connection of every cycle against the rules of each policy, with the random bits
// of a C++ LFSR, for random matrices of permitted connections, from empty to full. State space: the
// pointers of the round robin; the register from a seed on, and from 0, which is replaced by 1.
// Parameter space: the four policies, one with uniform choice, more and fewer input than
// output buffers.
#include "VPolicyInput.h"
#include "VPolicyOutput.h"
#include "VPolicyRandom.h"
#include "VPolicyRoundRobin.h"
#include "VPolicyUniform.h"
#include "core/lfsr.hpp"
#include "policy_bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {
template <class Top>
void random_run(const Side& inputs, const Side& outputs, Policy policy, std::uint32_t seed,
                Choice choice = Choice::kXor) {
  Bench<Top> bench;
  Connector reference(inputs, outputs, policy, choice);
  Lfsr bits(32, seed);
  Random random(1);
  drive_requests(bench, inputs, outputs, 0, random);
  bench->seed_i = seed;
  bench.reset();
  unsigned connections = 0;
  for (unsigned cycle = 0; cycle < 10000; ++cycle) {
    const auto may = drive_requests(bench, inputs, outputs, cycle, random);
    bench.settle();
    const Connection expected = reference.next(may, static_cast<unsigned>(bits.state()));
    REQUIRE(bench->input_o == one_hot(expected.in));
    REQUIRE(bench->output_o == one_hot(expected.out));
    for (unsigned in = 0; in < inputs.buffers(); ++in)
      REQUIRE((bench->pair_o[in] & bench->output_o) ==
              (static_cast<int>(in) == expected.in ? one_hot(expected.out) : 0));
    connections += expected.in != kNone;
    bench.tick();
    bits.advance();
  }
  CHECK(connections > 3000);
  CHECK(connections < 9900);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("each policy connects by its rules",
          "[cut_through_policy][CutThroughPolicyConnectsLegal]") {
  for (const std::uint32_t seed : {1u, 0x1234'5678u, 0u}) {
    random_run<VPolicyInput>({2, 2, 1}, {2, 2, 3}, Policy::kInputDriven, seed);
    random_run<VPolicyRandom>({4, 1, 4}, {4, 1, 1}, Policy::kInputDrivenRandom, seed);
    random_run<VPolicyOutput>({2, 2, 1}, {2, 2, 3}, Policy::kOutputDriven, seed);
    random_run<VPolicyRoundRobin>({2, 2, 1}, {2, 2, 3}, Policy::kInputDrivenRoundRobin, seed);
    random_run<VPolicyUniform>({4, 1, 4}, {4, 1, 1}, Policy::kOutputDriven, seed, Choice::kUniform);
  }
}
