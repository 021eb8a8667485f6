// rtl/cut_through/cut_through_source.sv
//
// Rationale: the hops lead to the destination by a shortest way, half around a torus either way
// equally often, and stay until they are taken. That draws are those of the model is in the
// lockstep of cut_through_streams. State space: every destination; waits on both sides at random.
// Parameter space: a torus of 4x3.
#include "Vcut_through_source.h"
#include "bench.hpp"
#include "flits.hpp"
#include "geometry/grid.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("hops lead to every destination",
          "[cut_through_source][CutThroughSourceHeld][CutThroughSourceKnowsDestination]") {
  constexpr unsigned kDigit = 2, kHop = 3, kHere = 5;
  const Grid grid({TopologyKind::kTorus, {4, 3}, 1}, HalfWay::kStraight);
  Bench<Vcut_through_source> bench;
  Random random(1);
  bench->seed_i = 7;
  bench->position_i =
      static_cast<std::uint8_t>(grid.digit(kHere, 0) | grid.digit(kHere, 1) << kDigit);
  bench->valid_i = bench->ready_i = 0;
  bench.reset();
  unsigned halves = 0, down = 0;
  for (unsigned message = 0; message < 2400; ++message) {
    const NodeId to = message % grid.nodes();
    drive(bench->dest_i, to);
    for (bool taken = false; !taken; bench.tick()) {
      REQUIRE_FALSE(bench->valid_o);
      bench->valid_i = random.chance(3, 4);
      bench.settle();
      taken = bench->valid_i && bench->ready_o;
    }
    bench->valid_i = random.chance(1, 2);  // the next one waits
    const unsigned hops = bench->hops_o;
    for (bool taken = false; !taken; bench.tick()) {
      REQUIRE(bench->valid_o);
      REQUIRE_FALSE(bench->ready_o);
      REQUIRE(bench->hops_o == hops);
      bench->ready_i = taken = random.chance(1, 2);
    }
    bench->valid_i = bench->ready_i = 0;
    for (unsigned d = 0; d < 2; ++d) {
      const int extent = static_cast<int>(grid.extents()[d]);
      const auto bits = static_cast<int>(hops >> d * kHop & ((1u << kHop) - 1));
      const int way = bits - ((bits >> (kHop - 1)) << kHop);
      const int end = static_cast<int>(grid.digit(kHere, d)) + way;
      REQUIRE((end - static_cast<int>(grid.digit(to, d))) % extent == 0);
      REQUIRE(2 * std::abs(way) <= extent);
      halves += 2 * std::abs(way) == extent;
      down += 2 * way == -extent;
    }
  }
  CHECK(halves == 600);
  CHECK(down > 240);
  CHECK(down < 360);
  CHECK_FALSE(bench.assertion_failed());
  drive(bench->dest_i, grid.nodes());
  bench->valid_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}
