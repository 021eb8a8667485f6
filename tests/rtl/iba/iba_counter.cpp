// rtl/iba/iba_counter.sv
//
// Rationale: random events against a sum. State space: none to all events of a cycle, up to
// saturation and beyond. Parameter space: 1 and 3 events, 5 bits.
#include "VCounter1.h"
#include "VCounter3.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned events) {
  Bench<Top> bench;
  Random random(events);
  for (unsigned round = 0; round < 20; ++round) {
    bench->event_i = 0;
    bench.reset();
    unsigned count = 0;
    for (unsigned cycle = 0; cycle < 100; ++cycle) {
      const auto mask = random.bits(events, 1, 2);
      drive(bench->event_i, mask);
      bench.settle();
      count = std::min(31u, count + static_cast<unsigned>(__builtin_popcountll(mask)));
      REQUIRE(bench->count_o == count);
      bench.tick();
    }
    CHECK(count == 31);
  }
}
}  // namespace

TEST_CASE("events are counted, and the count saturates", "[iba_counter][IbaCounterStaysAtItsEnd]") {
  random_run<VCounter1>(1);
  random_run<VCounter3>(3);
}
