// rtl/mesh/mesh_draws.sv
//
// Rationale: equal to its model; draws have no bit in common. State space: draws at random and as
// soon as bits are fresh. Parameter space: windows of 0, 1, 2 and 5 bits.
#include "VDraws0.h"
#include "VDraws1.h"
#include "VDraws2.h"
#include "VDraws5.h"
#include "bench.hpp"
#include "family/mesh/route_draws.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr std::uint32_t kSeed = 0x1234'5678;

template <class Top>
void equal(unsigned window) {
  Bench<Top> bench;
  Random random(window);
  bench->draw_i = 0;
  for (unsigned run = 0; run < 20; ++run) {  // short runs from other seeds
    const std::uint32_t seed = random() | 1;
    RouteDraws other(window, seed);
    bench->seed_i = seed;
    bench.reset();
    for (unsigned cycle = 0; cycle < 5; ++cycle) {
      REQUIRE(bench->random_o == other.bits());
      bench.tick();
      other.step(false);
    }
  }
  RouteDraws model(window, kSeed);
  bench->seed_i = kSeed;
  bench.reset();
  unsigned draws = 0;
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    const bool draw = model.fresh() && (cycle < 500 || random.chance(1, 2));
    bench->draw_i = draw;
    bench.settle();
    REQUIRE(bench->fresh_o == model.fresh());
    REQUIRE(bench->random_o == model.bits());
    bench.tick();
    model.step(draw);
    draws += draw;
  }
  CHECK(draws > 200);
  CHECK_FALSE(bench.assertion_failed());
  if (window < 2) return;
  while (!model.fresh()) {
    bench->draw_i = 0;
    bench.tick();
    model.step(false);
  }
  bench->draw_i = 1;  // bits that the draw before has had
  for (int i = 0; i < 2; ++i) bench.tick();
  CHECK(bench.assertion_failed());
}

}  // namespace

TEST_CASE("draws equal their model", "[mesh_draws][MeshDrawsFresh]") {
  equal<VDraws0>(0);
  equal<VDraws1>(1);
  equal<VDraws2>(2);
  equal<VDraws5>(5);
}

TEST_CASE("draws have no bit in common", "[mesh_draws]") {
  // The bits that the generator shifts out, one a step.
  constexpr unsigned kWindow = 3, kDraws = 1000;
  Lfsr lfsr(32, kSeed);
  RouteDraws draws(kWindow, kSeed);
  for (unsigned draw = 0; draw < kDraws; ++draw) {
    while (!draws.fresh()) draws.step(false);
    const auto state = static_cast<unsigned>(lfsr.state());
    REQUIRE(draws.bits() == state);
    draws.step(true);
    for (unsigned step = 0; step < kWindow; ++step) lfsr.advance();
  }
}
