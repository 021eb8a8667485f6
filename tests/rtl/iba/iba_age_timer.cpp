// rtl/iba/iba_age_timer.sv
//
// Rationale: the buffers that have waited for Age cycles, and until when. Parameter space: three
// buffers, age 2.
#include "VPatience.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

TEST_CASE("a packet is aged after Age cycles, until it waits no more",
          "[iba_age_timer][IbaAgeTimerPatienceKept]") {
  Bench<VPatience> bench;
  bench->waits_i = 0b011;
  bench.reset();
  bench.tick();
  CHECK(bench->patient_o == 0);
  bench->waits_i = 0b111;
  bench.tick();
  CHECK(bench->patient_o == 0b011);
  bench->waits_i = 0b110;
  bench.settle();
  CHECK(bench->patient_o == 0b010);
  bench.tick();
  CHECK(bench->patient_o == 0b110);
  bench->waits_i = 0b111;
  bench.settle();
  CHECK(bench->patient_o == 0b110);
  bench.tick();
  bench.tick();
  CHECK(bench->patient_o == 0b111);
  bench->waits_i = 0b101;
  bench.settle();
  CHECK(bench->patient_o == 0b101);
  bench.tick();
  bench->waits_i = 0b111;
  bench.settle();
  CHECK(bench->patient_o == 0b101);
}
