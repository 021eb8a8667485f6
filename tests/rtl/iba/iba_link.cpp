// rtl/iba/iba_link.sv
//
// Rationale: random owners and branches, against a search from the lane served last.
// State space: every lane last, stalls, tails, several owners with and without a flit, lanes that
// end a cut packet.
// Parameter space: 1, 2 and 4 virtual lanes.
#include "VLink1.h"
#include "VLink2.h"
#include "VLink4.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned lanes) {
  const unsigned inputs = 5 * lanes;
  Bench<Top> bench;
  Random random(lanes);
  unsigned last = lanes - 1;
  unsigned headers = 0;
  unsigned closed = 0;
  bench->closing_i = 0;
  for (unsigned v = 0; v < lanes; ++v) {
    drive(bench->owner_i[v], 0);
    drive(bench->starts_i[v], 0);
  }
  bench->stall_i = 0;
  bench.reset();
  REQUIRE(bench->monitor_lane_o == last);
  for (unsigned cycle = 0; cycle < 10000; ++cycle) {
    const bool stall = random.chance(1, 4);
    const std::uint64_t owned = random.bits(lanes, 2, 3);
    const std::uint64_t closing = random.bits(lanes, 1, 3) & ~owned;
    const std::uint64_t holds = random.bits(inputs, 1, 2);
    std::uint64_t tails = random.bits(inputs, 1, 3);
    std::vector<unsigned> owner(lanes);
    std::uint64_t ready = 0;
    for (unsigned v = 0; v < lanes; ++v) {
      owner[v] = random.below(inputs);
      const bool sends = has(owned, v) && has(holds, owner[v]);
      // In its first cycle an owner is shown by starts_i.
      const bool begins = sends && random.chance(1, 3);
      drive(bench->owner_i[v], has(owned, v) && !begins ? std::uint64_t{1} << owner[v] : 0);
      drive(bench->starts_i[v], begins ? std::uint64_t{1} << owner[v] : 0);
      if ((sends || has(closing, v)) && !stall) ready |= std::uint64_t{1} << v;
    }
    const int chosen = next_behind(ready, lanes, last);
    const bool closes = chosen != kNone && has(closing, static_cast<unsigned>(chosen));
    // Nothing is selected for a lane that closes.
    const unsigned selected = closes ? 0 : random() % 4;
    const unsigned mark = closes ? kHead | kTail : selected;
    if (chosen != kNone && !closes) {
      const std::uint64_t bit = std::uint64_t{1} << owner[static_cast<unsigned>(chosen)];
      tails = (selected & kTail) != 0 ? tails | bit : tails & ~bit;
    }
    const std::uint64_t data = closes ? 0 : std::uint64_t{random()} << 32 | random();
    drive(bench->tag_i, selected);
    bench->data_i = data;
    bench->stall_i = stall;
    drive(bench->closing_i, closing);
    drive(bench->holds_i, holds);
    drive(bench->tails_i, tails);
    bench.settle();
    for (unsigned v = 0; v < lanes; ++v) {
      const bool ended = chosen == static_cast<int>(v) && !closes && has(tails, owner[v]);
      REQUIRE(bench->ends_o[v] == (ended ? std::uint64_t{1} << owner[v] : 0));
    }
    REQUIRE(bench->closed_o == (closes ? one_hot(chosen) : 0));
    REQUIRE((bench->valid_o != 0) == (chosen != kNone));
    if (chosen == kNone) {
      REQUIRE(bench->send_o == 0);
    } else {
      last = static_cast<unsigned>(chosen);
      const unsigned from = owner[last];
      headers += (selected & kHead) != 0;
      closed += closes;
      REQUIRE(bench->send_o == (closes ? 0 : std::uint64_t{1} << from));
      REQUIRE(bench->lane_o == last);
      REQUIRE(bench->tag_o == mark);
      REQUIRE(bench->data_o == ((mark & kHead) != 0 ? (data & ~std::uint64_t{0xf}) | last : data));
    }
    REQUIRE(bench->monitor_lane_o == last);
    bench.tick();
  }
  CHECK(headers > 1000);
  CHECK(closed > 500);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("virtual lanes are served in turn", "[iba_link][IbaLinkSendsWhatIsThere]") {
  random_run<VLink1>(1);
  random_run<VLink2>(2);
  random_run<VLink4>(4);
}
