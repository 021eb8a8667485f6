// rtl/wormhole/wormhole_output.sv
//
// Rationale: random flits, grants and full buffers behind the link, against a queue of at most one
// flit; what goes onto the link is what came from the crossbar, in order. Registered, no flit
// passes through. A grant without a request must fail the assertion. State space: empty or
// held, all inputs. Parameter space: Registered or not.
#include "VOutput.h"
#include "VOutputRegistered.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <optional>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

template <class Top>
void random_traffic(bool registered) {
  Bench<Top> bench;
  Random random(1);
  bench->fed_i = 0;
  bench->grant_i = 0;
  bench.reset();
  std::optional<Flit> held;
  Flit next{random() % 4, random()};
  unsigned passed = 0;
  unsigned refilled = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const bool fed = random.chance(2, 3);
    const bool full = random.chance(1, 3);
    bench->fed_i = fed;
    bench->flow_i = full;
    drive(bench->tag_i, next.mark);
    drive(bench->data_i, next.data);
    bench->grant_i = 0;
    bench.settle();
    REQUIRE((bench->ready_o != 0) == (((fed && !registered) || held) && !full));
    const bool grant = bench->ready_o != 0 && random.chance(2, 3);
    bench->grant_i = grant;
    bench.settle();
    const bool take = fed && (!held || grant);
    REQUIRE((bench->room_o != 0) == (!held || grant));
    REQUIRE(bench->vacant_o == 1);
    if (grant) {
      const Flit expected = held ? *held : next;
      REQUIRE(Flit{bench->tag_o, bench->data_o} == expected);
      passed += !held;
      refilled += held && fed;
    }
    if (grant && held)
      held = fed ? std::optional<Flit>(next) : std::nullopt;
    else if (!grant && take)
      held = next;
    bench.tick();
    if (take) next = {random() % 4, random()};
  }
  CHECK((registered ? passed == 0 : passed > 1000));
  CHECK(refilled > 1000);
  CHECK_FALSE(bench.assertion_failed());

  bench->fed_i = 1;
  bench->flow_i = 1;
  bench->grant_i = 1;
  bench.settle();
  bench.tick();
  CHECK(bench.assertion_failed());
}

}  // namespace

TEST_CASE("random traffic", "[wormhole_output][WormholeOutputGrantAsked][WormholeOutputHeld]") {
  random_traffic<VOutput>(false);
}

TEST_CASE("random traffic through a register", "[wormhole_output]") {
  random_traffic<VOutputRegistered>(true);
}
