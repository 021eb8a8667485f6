// rtl/common/wf_reset_sync.sv
//
// Rationale: the reset comes out two edges later, in both directions, and not between edges.
// State space: both registers; resets of random length, changing anywhere between edges.
// Parameter space: none.
#include "Vwf_reset_sync.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <random>

using namespace wayfarer;

TEST_CASE("a reset follows two edges later", "[wf_reset_sync][ResetReleasedStays]") {
  Bench<Vwf_reset_sync> bench;
  std::mt19937 random(1);
  bench->arst_ni = 0;
  bench.tick();
  bench.tick();
  CHECK_FALSE(bench->rst_no);
  unsigned changes = 0;
  for (unsigned i = 0; i < 500; ++i) {
    bench->arst_ni = !bench->arst_ni;
    const bool before = bench->rst_no;
    bench.settle();
    REQUIRE(bench->rst_no == before);
    bench.tick();
    REQUIRE(bench->rst_no == before);
    bench.tick();
    REQUIRE(bench->rst_no == bench->arst_ni);
    changes += before != bench->rst_no;
    for (unsigned more = random() % 4; more > 0; --more) bench.tick();
  }
  CHECK(changes == 500);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a reset of one cycle is reported", "[wf_reset_sync][ResetReleasedStays]") {
  Bench<Vwf_reset_sync> bench;
  bench->arst_ni = 0;
  bench.tick();
  bench.tick();
  bench->arst_ni = 1;
  for (unsigned i = 0; i < 4; ++i) bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->arst_ni = 0;
  bench.tick();
  bench->arst_ni = 1;
  for (unsigned i = 0; i < 3; ++i) bench.tick();
  CHECK(bench.assertion_failed());
}
