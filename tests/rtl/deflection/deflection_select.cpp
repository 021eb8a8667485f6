// rtl/deflection/deflection_select.sv
//
// Rationale: all inputs against the rules in plain C++.
// State space: exhaustive: a router at each of 2x2 positions, each input absent or with each of the
// destinations, stalled or not. Of a coordinate, only equality with the router's matters. Parameter
// space: 2x2 nodes; others in the tests of the router and the network.
#include "Vdeflection_select.h"
#include "bench.hpp"
#include "deflection/reference.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
const std::vector<std::optional<Position>> kAnywhere = {
    std::nullopt, Position{0, 0}, Position{1, 0}, Position{0, 1}, Position{1, 1}};
}  // namespace

TEST_CASE("every combination of flits",
          "[deflection_select][DeflectionOneInput][DeflectionOneOutput][DeflectionNeverWaits]") {
  AssertionBench<Vdeflection_select> bench;
  unsigned deflected = 0;
  const auto check = [&](const Position& here, bool stalled, const Arrivals& flits) {
    bench->position_i = here.bits();
    bench->stalled_i = stalled;
    drive(bench->valid_i,
          flits.north.has_value() | flits.west.has_value() << 1 | flits.local.has_value() << 2);
    const Choice choice = choose(here, stalled, flits);
    const Position elsewhere{here.x ^ 1, here.y};
    for (const Position& absent : {here, elsewhere}) {  // without a meaning
      bench->north_i = flits.north.value_or(absent).bits();
      bench->west_i = flits.west.value_or(absent).bits();
      bench->local_i = flits.local.value_or(absent).bits();
      bench.settle();
      REQUIRE(bench->east_o == one_hot(choice.east));
      REQUIRE(bench->south_o == one_hot(choice.south));
      REQUIRE(bench->exit_o == one_hot(choice.exit));
    }
    deflected += choice.east == kWest && flits.west->x == here.x;
  };
  for (unsigned at = 0; at < 4; ++at) {
    const Position here{at % 2, at / 2};
    for (const auto& north : kAnywhere) {
      if (north && north->x != here.x) continue;  // illegal
      for (const auto& west : kAnywhere)
        for (const auto& local : kAnywhere)
          for (const bool stalled : {false, true}) check(here, stalled, {north, west, local});
    }
  }
  CHECK(deflected > 0);
  CHECK_FALSE(bench.assertion_failed());
}
