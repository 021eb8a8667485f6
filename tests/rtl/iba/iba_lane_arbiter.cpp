// rtl/iba/iba_lane_arbiter.sv
//
// Rationale: random tables, limits and lanes against the rules in plain C++; closed forms of a
// saturated link: limit flits of high priority, then one of low priority, and the same shares if
// high priority has gaps after its packets; and no lane with a weight and a flit waits for ever,
// unless the limit is none.
// State space: empty tables, lanes in no table, limits of 0, of none and between, low priority with
// and without a flit when the limit is reached, lanes that are ready after a tail and are not.
// Parameter space: four virtual lanes, two entries, one flit for a weight of 1.
#include "VLaneArbiter.h"
#include "bench.hpp"
#include "flits.hpp"
#include "turns.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {
constexpr unsigned kLanes = 4;
constexpr unsigned kEntries = 2;
constexpr unsigned kNoLimit = 255;

void drive_tables(VLaneArbiter& top, const Table& high, const Table& low, unsigned limit) {
  top.turns_i = turn_bits(low.turns) << 12 * kEntries | turn_bits(high.turns);
  drive(top.limit_i, limit);
}
/// After a reset, lane 3 of high priority and lane 1 of low priority have flits in every cycle.
void saturate(Bench<VLaneArbiter>& bench, unsigned limit) {
  Table high(kEntries);
  Table low(kEntries);
  high.turns[0] = {3, 2};
  low.turns[1] = {1, 5};
  drive_tables(*bench.operator->(), high, low, limit);
  bench->ready_i = 0b1010;
  bench->tails_i = 0;
  bench.reset();
}

}  // namespace

TEST_CASE("high priority until its limit, then low priority, then the rest",
          "[iba_lane_arbiter][IbaLaneArbiterGrantsReady][IbaLaneArbiterWorkConserving]"
          "[IbaLaneArbiterLimits]") {
  Bench<VLaneArbiter> bench;
  Random random(1);
  LaneTables tables(kEntries);
  unsigned gaps = 0;      // of high priority, in which another flit was sent
  unsigned from[3] = {};  // flits by high and low priority, and of the rest
  unsigned reached_count = 0;
  drive_tables(*bench.operator->(), tables.high, tables.low, tables.limit);
  bench->ready_i = 0;
  bench->tails_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 50000; ++cycle) {
    for (Table* const table : {&tables.high, &tables.low})
      if (random.chance(1, 60))
        table->turns[random.below(kEntries)] = {
            random.below(kLanes),
            random.chance(1, 3) ? 0 : random.below(random.chance(1, 4) ? 256 : 9)};
    if (random.chance(1, 60)) tables.limit = random.chance(1, 4) ? kNoLimit : random.below(6);
    const std::uint64_t ready = random.bits(kLanes, random.chance(1, 2) ? 1 : 3, 4);
    drive_tables(*bench.operator->(), tables.high, tables.low, tables.limit);
    drive(bench->ready_i, ready);
    const std::uint64_t tails = random.bits(kLanes, 1, 2);
    drive(bench->tails_i, tails);
    bench.settle();
    const LaneTables::Pick pick = tables.send(ready, tails, 1);
    if (ready != 0) ++from[pick.from];
    gaps += pick.in_gap;
    reached_count += pick.reached && pick.from == LaneTables::kHigh;
    REQUIRE(bench->grant_o == one_hot(pick.lane));
    bench.tick();
  }
  CHECK(gaps > 1000);
  for (const unsigned flits : from) CHECK(flits > 3000);
  CHECK(reached_count > 300);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("on a saturated link low priority has one flit for each limit of high priority",
          "[iba_lane_arbiter]") {
  for (const unsigned limit : {0u, 1u, 7u, 254u, kNoLimit}) {
    Bench<VLaneArbiter> bench;
    saturate(bench, limit);
    const unsigned period = std::max(limit, 1u) + 1;
    for (unsigned cycle = 0; cycle < 3 * period; ++cycle) {
      bench.settle();
      const bool low_flit = limit != kNoLimit && cycle % period == period - 1;
      REQUIRE(bench->grant_o == (low_flit ? 2 : 8));
      bench.tick();
    }
    CHECK_FALSE(bench.assertion_failed());
  }
}

TEST_CASE("with gaps in high priority, low priority has a flit for each limit, or the gaps",
          "[iba_lane_arbiter]") {
  for (const unsigned packet : {2u, 5u, 17u})
    for (const unsigned limit : {0u, 1u, 3u, 10u, 254u, kNoLimit}) {
      Bench<VLaneArbiter> bench;
      saturate(bench, limit);
      unsigned sent = 0;  // of high priority
      bool gap = false;
      constexpr unsigned kCycles = 10000;
      for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
        drive(bench->ready_i, gap ? 0b0010 : 0b1010);
        drive(bench->tails_i, sent % packet == packet - 1 ? 0b1000 : 0);
        bench.settle();
        REQUIRE((bench->grant_o == 8 || bench->grant_o == 2));
        gap = bench->grant_o == 8 && ++sent % packet == 0;
        bench.tick();
      }
      const double most = packet / (packet + 1.0);
      const double share =
          limit == kNoLimit ? most : std::min(most, 1 - 1.0 / (std::max(limit, 1u) + 1));
      CAPTURE(packet, limit);
      CHECK(sent == Approx(kCycles * share).margin(packet + 1));
      CHECK_FALSE(bench.assertion_failed());
    }
}

TEST_CASE("every lane of a weight is served within a turn of both tables", "[iba_lane_arbiter]") {
  Random random(3);
  for (unsigned run = 0; run < 100; ++run) {
    Bench<VLaneArbiter> bench;
    Table high(kEntries);
    Table low(kEntries);
    unsigned named = 0;
    unsigned flits = 0;
    for (Table* const table : {&high, &low})
      for (Turn& turn : table->turns) {
        turn = {random.below(kLanes), random.below(8)};
        if (turn.weight != 0) named |= 1u << turn.lane;
        flits += turn.weight;
      }
    const unsigned limit = random.below(6);
    drive_tables(*bench.operator->(), high, low, limit);
    bench->ready_i = 15;
    bench->tails_i = 0;
    bench.reset();
    unsigned served = 0;
    for (unsigned cycle = 0; cycle < 4 + flits * (limit + 2); ++cycle) {
      bench.settle();
      served |= bench->grant_o;
      bench.tick();
    }
    CHECK(served == named);
    CHECK_FALSE(bench.assertion_failed());
  }
}
