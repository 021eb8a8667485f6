// rtl/cut_through/cut_through_length.sv
//
// Rationale: random messages with gaps; the last place is that of flit number Depth. The assertion
// must detect a message that continues.
// State space: the count, exhaustive.
// Parameter space: Depth 1, 3 and 20.
#include "VLength1.h"
#include "VLength20.h"
#include "VLength3.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

template <class Top>
void random_messages(unsigned depth) {
  Bench<Top> bench;
  Random random(1);
  bench->push_i = 0;
  bench->tail_i = 0;
  bench.reset();
  unsigned passed = 0;
  unsigned ends = 0;
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    REQUIRE((bench->last_o != 0) == (passed + 1 == depth));
    ends += bench->last_o;
    bench->push_i = random.chance(3, 4);
    bench->tail_i = bench->last_o != 0 || random.chance(1, 20);
    if (bench->push_i != 0) passed = bench->tail_i != 0 ? 0 : passed + 1;
    bench.tick();
  }
  CHECK(ends > 50);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("the last place in a buffer", "[cut_through_length]") {
  random_messages<VLength1>(1);
  random_messages<VLength3>(3);
  random_messages<VLength20>(20);
}

TEST_CASE("a message that continues is detected", "[cut_through_length][CutThroughMessageFits]") {
  Bench<VLength3> bench;
  bench->push_i = 0;
  bench->tail_i = 0;
  bench.reset();
  bench->push_i = 1;
  for (unsigned flit = 0; flit < 2; ++flit) bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench.tick();
  CHECK(bench.assertion_failed());
}
