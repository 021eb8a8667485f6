// rtl/cut_through/cut_through_two_level_rr.sv
//
// Rationale: the choice of every cycle against two-level round robin, written independently; random
// candidates, few and many; and persistent candidates, each of which must be served in its turn.
// State space: all pointers of groups and members.
// Parameter space: three groups of 2 and one of 3; groups of one each; many channels.
#include "VGroups.h"
#include "VGroupsLanes.h"
#include "VGroupsOnes.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

template <class Top>
void random_run(const Side& side) {
  Bench<Top> bench;
  Groups reference(side);
  Random random(1);
  bench->candidate_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 30000; ++cycle) {
    const std::uint64_t candidates = random.bits(side.buffers(), 1 + cycle / 100 % 4, 5);
    drive(bench->candidate_i, candidates);
    bench.settle();
    REQUIRE(bench->grant_o == one_hot(reference.next(candidates)));
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE(
    "round robin over groups and members",
    "[cut_through_two_level_rr][CutThroughTwoLevelRrOneGrant][CutThroughTwoLevelRrGrantCandidate]") {
  random_run<VGroups>({3, 2, 3});
  random_run<VGroupsOnes>({2, 1, 1});
  random_run<VGroupsLanes>({4, 3, 5});
}

TEST_CASE("groups are served in turn, and so are the members of each",
          "[cut_through_two_level_rr]") {
  Bench<VGroups> bench;
  bench->candidate_i = 0;
  bench.reset();
  // Buffers 0, 1 of group 0, 4, 5 of group 2, all members: the groups in turn, their members in
  // turn.
  drive(bench->candidate_i, 0b111'11'00'11);
  for (const unsigned expected : {0u, 4u, 6u, 1u, 5u, 7u, 0u, 4u, 8u, 1u, 5u, 6u}) {
    bench.settle();
    CHECK(bench->grant_o == 1u << expected);
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
}
