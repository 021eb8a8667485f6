// rtl/deflection/deflection_guard.sv
//
// Rationale: the rules, written independently below, against random flits, each checked separately.
// State space: every tag, destinations inside and outside of the torus, taken or not; the error
// count up to saturation. Parameter space: 3x5 and 1x1 nodes.
#include "VGuard.h"
#include "VGuardOne.h"
#include "bench.hpp"
#include "deflection/reference.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned columns, unsigned rows) {
  Bench<Top> bench;
  Random random(columns);
  bench->valid_i = 0;
  bench.reset();
  REQUIRE(bench->error_o == 0);
  unsigned count = 0;
  unsigned passed = 0;
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    const bool valid = random.chance(3, 4);
    const bool ready = random.chance(1, 2);
    const unsigned mark = random.chance(1, 2) ? unsigned{kSingle} : random() % 4;
    Position to{random.below(columns + 1), random.below(rows + 1)};
    if (random.chance(1, 16)) to = {random.below(65536), random.below(65536)};
    bench->valid_i = valid;
    drive(bench->tag_i, mark);
    bench->destination_i = to.bits();
    bench->ready_i = ready;
    bench.settle();
    const bool exists = to.x < columns && to.y < rows;
    const unsigned error = mark != kSingle ? kErrorOrder : exists ? 0u : kErrorDestination;
    REQUIRE((bench->pass_o != 0) == (valid && error == 0));
    bench.tick();
    const unsigned shown = valid && ready ? error : 0;
    count = std::min(255u, count + (shown != 0));
    passed += valid && ready && error == 0;
    REQUIRE(bench->error_o == shown);
    REQUIRE(bench->error_count_o == count);
  }
  CHECK(count == 255);  // saturated
  CHECK(passed > 100);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("single flits to existing nodes pass",
          "[deflection_guard][DeflectionGuardPassOrError][DeflectionGuardFlagsDropped]") {
  random_run<VGuard>(3, 5);
  random_run<VGuardOne>(1, 1);
}
