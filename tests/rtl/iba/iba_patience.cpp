// rtl/iba/iba_patience.sv
//
// Rationale: what is illegal; who is patient and whose outputs are kept is in the test of
// iba_start_together, against the rule. Parameter space: three buffers, age 2.
#include "VPatience.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

TEST_CASE("a packet is patient after Age cycles; the first behind the last start is the keeper",
          "[iba_patience]") {
  Bench<VPatience> bench;
  bench->waits_i = 0b111;
  bench->start_i = 0;
  bench.reset();
  bench.tick();
  CHECK(bench->patient_o == 0);
  bench.tick();
  CHECK(bench->patient_o == 0b111);
  CHECK(bench->keeper_o == 0b001);
  bench->start_i = 0b010;
  bench.tick();
  bench->start_i = 0;
  bench->waits_i = 0b101;
  bench.settle();
  CHECK(bench->patient_o == 0b101);
  CHECK(bench->keeper_o == 0b100);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("two starts at a time, or of who does not wait, are noticed",
          "[iba_patience][IbaPatienceOneStarts]") {
  Bench<VPatience> bench;
  bench->waits_i = 0b011;
  bench->start_i = 0;
  bench.reset();
  bench->start_i = 0b010;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->start_i = 0b011;
  bench.tick();
  CHECK(bench.assertion_failed());
  bench->start_i = 0b100;
  bench.tick();
  CHECK(bench.assertion_failed());
}
