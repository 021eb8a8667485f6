// rtl/wormhole/wormhole_ejection.sv
//
// Rationale: what is fed is taken in every cycle but those after a stall.
// State space: stalled or not, all inputs. Parameter space: 3 ports.
#include "VDelivery.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("a stall holds for the next cycle", "[wormhole_ejection][WormholeEjectionStalls]") {
  Bench<VDelivery> bench;
  Random random(1);
  bench->stall_i = 1;
  bench.reset();
  bool stalled = false;
  for (unsigned cycle = 0; cycle < 1000; ++cycle) {
    const unsigned fed = random() % 8;
    const bool stall = random.chance(1, 2);
    drive(bench->fed_i, fed);
    bench->stall_i = stall;
    bench.settle();
    REQUIRE((bench->room_o != 0) == !stalled);
    REQUIRE(bench->valid_o == (stalled ? 0 : fed));
    bench.tick();
    stalled = stall;
  }
}
