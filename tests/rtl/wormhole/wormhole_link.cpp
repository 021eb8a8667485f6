// rtl/wormhole/wormhole_link.sv
//
// Rationale: random requests against a search behind the channel that was served last, with resets
// amid them.
// State space: every pointer, random requests. Parameter space: 1, 3 and 4 channels.
#include "VLink1.h"
#include "VLink3.h"
#include "VLink4.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned channels, unsigned seed) {
  Bench<Top> bench;
  Random random(seed);
  bench->ready_i = 0;
  bench.reset();
  unsigned last = channels - 1;
  unsigned idle = 0;
  for (unsigned cycle = 0; cycle < 10000; ++cycle) {
    if (random.chance(1, 50)) {
      bench.reset();
      last = channels - 1;
    }
    const std::uint64_t ready = random.bits(channels, 1, 2);
    drive(bench->ready_i, ready);
    for (unsigned c = 0; c < channels; ++c) {
      drive(bench->tag_i[c], random() % 4);
      bench->data_i[c] = random();
    }
    bench.settle();
    const int chosen = next_behind(ready, channels, last);
    REQUIRE(bench->grant_o == one_hot(chosen));
    REQUIRE((bench->valid_o != 0) == (chosen != kNone));
    if (chosen != kNone) {
      last = static_cast<unsigned>(chosen);
      REQUIRE(bench->vc_o == last);
      REQUIRE(bench->tag_o == bench->tag_i[last]);
      REQUIRE(bench->data_o == bench->data_i[last]);
    } else {
      ++idle;
    }
    REQUIRE(bench->monitor_vc_o == last);
    bench.tick();
  }
  CHECK(idle > 100);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("each channel in its turn", "[wormhole_link][WormholeLinkGrantsReady]") {
  random_run<VLink1>(1, 1);
  random_run<VLink3>(3, 2);
  random_run<VLink4>(4, 3);
}
