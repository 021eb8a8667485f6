// rtl/mway/aged/mway_highest.sv
//
// Rationale: combinational; every combination of members and levels against the greatest of them,
// and, for the members, against the rule of the priority lines (family/mway/arbiter.hpp).
// State space: none. Inputs: 2^(4 x Members).
// Parameter space: one member; three, exhaustively.
#include "VHighest1.h"
#include "VHighest3.h"
#include "bench.hpp"
#include "family/mway/arbiter.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;

namespace {

/// The lines as the members of a channel settle them, round by round.
unsigned settled(unsigned members, unsigned count, unsigned levels) {
  unsigned sum = 0;
  for (unsigned round = 0; round < 4; ++round) {
    unsigned lines = 0;
    for (unsigned m = 0; m < count; ++m)
      lines |= arbiter_output(levels >> 3 * m & 7, (members >> m & 1) != 0, sum, 3);
    sum = lines;
  }
  return sum;
}

template <class Top>
void all_inputs(unsigned count) {
  CombinationalBench<Top> bench;
  for (unsigned members = 0; members < 1u << count; ++members) {
    for (unsigned levels = 0; levels < 1u << 3 * count; ++levels) {
      unsigned best = 0;
      for (unsigned m = 0; m < count; ++m)
        if ((members >> m & 1) != 0) best = std::max(best, levels >> 3 * m & 7);
      unsigned highest = 0;
      for (unsigned m = 0; m < count; ++m)
        if ((members >> m & 1) != 0 && (levels >> 3 * m & 7) == best) highest |= 1u << m;
      drive(bench->member_i, members);
      drive(bench->level_i, levels);
      bench.settle();
      REQUIRE(bench->level_o == best);
      REQUIRE(bench->highest_o == highest);
      REQUIRE(settled(members, count, levels) == best);
    }
  }
}

}  // namespace

TEST_CASE("the lines settle to the highest level", "[mway_highest]") {
  all_inputs<VHighest1>(1);
  all_inputs<VHighest3>(3);
}
