// rtl/traffic/traffic_counter.sv
//
// Rationale: every value with every step, so every way to pass the greatest value.
// State space: 16 values x saturated; input step and clear.
// Parameter space: 4 bits with steps of 3 bits; 1 bit.
#include "VCounter1.h"
#include "VCounter4.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;

namespace {

template <class Top>
void all_steps(unsigned most, unsigned most_step) {
  Bench<Top> bench;
  for (unsigned start = 0; start <= most; ++start) {
    for (unsigned step = 0; step <= most_step; ++step) {
      bench->clear_i = 1;
      bench.reset();
      bench->clear_i = 0;
      bench->step_i = 1;
      for (unsigned i = 0; i < start; ++i) bench.tick();
      REQUIRE(bench->value_o == start);
      REQUIRE_FALSE(bench->saturated_o);
      drive(bench->step_i, step);
      bench.tick();
      REQUIRE(bench->value_o == std::min(start + step, most));
      REQUIRE(bench->saturated_o == (start + step > most));
      bench->step_i = 0;
      bench.tick();
      REQUIRE(bench->value_o == std::min(start + step, most));
      REQUIRE(bench->saturated_o == (start + step > most));
      drive(bench->step_i, 1);
      bench.tick();
      REQUIRE(bench->value_o == std::min(start + step + 1, most));
      bench->clear_i = start % 2;
      if (start % 2 == 1)
        bench.tick();
      else
        bench.reset();
      REQUIRE(bench->value_o == 0);
      REQUIRE_FALSE(bench->saturated_o);
    }
  }
  REQUIRE_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("a counter saturates and flags it", "[traffic][TrafficCounterStaysAtItsEnd]") {
  all_steps<VCounter4>(15, 7);
  all_steps<VCounter1>(1, 1);
}
