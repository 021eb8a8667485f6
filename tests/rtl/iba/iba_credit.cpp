// rtl/iba/iba_credit.sv
//
// Rationale: random packets that take and return credit, against a sum; then illegal use.
// State space: full to empty, both in one cycle. Parameter space: a buffer of one packet, of
// several.
#include "VCreditOne.h"
#include "VCreditSeveral.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned depth, unsigned longest) {
  Bench<Top> bench;
  Random random(depth);
  std::deque<unsigned> packets;
  unsigned credit = depth;
  unsigned both = 0;
  bench->take_i = 0;
  bench->freed_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    REQUIRE(bench->credit_o == credit);
    const unsigned flits = 1 + random.below(longest);
    const unsigned take = random.chance(2, 3) && flits <= credit ? flits : 0;
    const unsigned freed = random.chance(1, 2) && !packets.empty() ? packets.front() : 0;
    if (freed != 0) packets.pop_front();
    if (take != 0) packets.push_back(take);
    both += take != 0 && freed != 0;
    drive(bench->take_i, take);
    drive(bench->freed_i, freed);
    bench.tick();
    credit += freed - take;
  }
  CHECK((depth == longest || both > 100));
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("packets take credit and return it",
          "[iba_credit][IbaCreditTakesWhatIsThere][IbaCreditBounded]") {
  random_run<VCreditOne>(4, 4);
  random_run<VCreditSeveral>(20, 9);
}

TEST_CASE("too much credit taken or returned is detected",
          "[iba_credit][IbaCreditTakesWhatIsThere][IbaCreditBounded]") {
  Bench<VCreditOne> bench;
  bench->take_i = 3;
  bench->freed_i = 0;
  bench.reset();
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench.tick();
  CHECK(bench.assertion_failed());
  bench->take_i = 0;
  bench.reset();
  bench->freed_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}
