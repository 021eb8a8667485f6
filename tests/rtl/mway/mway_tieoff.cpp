// rtl/mway/mway_tieoff.sv
//
// Rationale: constants. An absent member drives nothing, as a driver and as a receiver.
// State space: none. Parameter space: the default.
#include "Vmway_tieoff.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

TEST_CASE("an absent member puts zeros on every line", "[mway_tieoff]") {
  CombinationalBench<Vmway_tieoff> bench;
  bench.settle();
  CHECK((bench->po3_o | bench->po2_o | bench->po1_o | bench->po0_o) == 0);
  CHECK(bench->payload_o == 0);
  for (unsigned word = 0; word < 4; ++word) CHECK(bench->data_o[word] == 0);
  CHECK(bench->answer_o == 0);
  CHECK(bench->status_o == 0);
  CHECK_FALSE(bench.assertion_failed());
}
