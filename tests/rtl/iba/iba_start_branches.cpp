// rtl/iba/iba_start_branches.sv
//
// Rationale: random requests against the rule: for each lane in order, the first buffer after the
// one that it took last, among those that no lower lane took. State space: every pointer. Parameter
// space: 1, 2 and 4 virtual lanes.
#include "VBranches1.h"
#include "VBranches2.h"
#include "VBranches4.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned lanes, unsigned inputs) {
  Bench<Top> bench;
  Random random(lanes);
  std::vector<unsigned> last(lanes, inputs - 1);
  unsigned started = 0;
  drive(bench->able_i, 0);
  bench.reset();
  for (unsigned cycle = 0; cycle < 10000; ++cycle) {
    const std::uint64_t able = random.bits(lanes * inputs, 1 + cycle / 1000 % 3, 6);
    drive(bench->able_i, able);
    bench.settle();
    std::uint64_t taken = 0;
    std::uint64_t grants = 0;
    for (unsigned v = 0; v < lanes; ++v) {
      const std::uint64_t row = able >> v * inputs & ((1u << inputs) - 1) & ~taken;
      const int in = next_behind(row, inputs, last[v]);
      if (in == kNone) continue;
      last[v] = static_cast<unsigned>(in);
      taken |= one_hot(in);
      grants |= one_hot(in) << v * inputs;
      ++started;
    }
    REQUIRE(bench->grant_o == grants);
    bench.tick();
  }
  CHECK(started > 5000);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("each lane takes a branch in turn", "[iba_start_branches][IbaStartsBranchOnce]") {
  random_run<VBranches1>(1, 5);
  random_run<VBranches2>(2, 10);
  random_run<VBranches4>(4, 8);
}
