// rtl/iba/iba_weighted_turns.sv
//
// Rationale: the entry that has each flit against a search in the table; the closed forms of a
// saturated link: in any window of a whole turn each entry has its weight exactly, and if lanes
// have gaps after their packets, they have their weights within a packet. State space: random
// tables with weights of 0 and several entries of a lane, lanes with and without a flit, in and out
// of gaps, cycles in which no flit is sent, tables written meanwhile. Parameter space: five entries
// of four virtual lanes, two flits for a weight of 1.
#include "VWeightedTurns.h"
#include "bench.hpp"
#include "flits.hpp"
#include "turns.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {
constexpr unsigned kLanes = 4;
constexpr unsigned kEntries = 5;
constexpr unsigned kUnit = 2;

Turn draw(Random& random, unsigned most) {
  return {random.below(kLanes), random.chance(1, 4) ? 0 : random.below(most)};
}
}  // namespace

TEST_CASE("entries have turns in order, by weight",
          "[iba_weighted_turns][IbaWeightedTurnsGrantReady][IbaWeightedTurnsWithinWeight]"
          "[IbaWeightedTurnsLanesExist][IbaWeightedTurnsOneGap]") {
  Bench<VWeightedTurns> bench;
  Random random(1);
  Table table(kEntries);
  bench->turns_i = 0;
  bench->ready_i = 0;
  bench->gap_i = 0;
  bench->advance_i = 0;
  bench.reset();
  unsigned paused = 0;  // turns in which another lane has sent
  for (unsigned cycle = 0; cycle < 50000; ++cycle) {
    if (random.chance(1, 100)) table.turns[random.below(kEntries)] = draw(random, 5);
    if (random.chance(1, 2000))
      for (Turn& turn : table.turns) turn = draw(random, 256);
    const std::uint64_t ready = random.bits(kLanes, random.chance(1, 2) ? 1 : 3, 4);
    const std::uint64_t gap = random.chance(1, 2) ? 1u << random.below(kLanes) : 0;
    const bool sends = random.chance(3, 4);
    bench->turns_i = turn_bits(table.turns);
    drive(bench->ready_i, ready);
    drive(bench->gap_i, gap);
    bench->advance_i = sends;
    bench.settle();
    const int entry = table.next(ready);
    REQUIRE((bench->valid_o != 0) == (entry >= 0));
    REQUIRE(bench->grant_o == (entry >= 0 ? 1u << table.turns[entry].lane : 0));
    REQUIRE((bench->gap_o != 0) == table.in_gap(ready, gap));
    if (entry >= 0 && sends) {
      paused += table.pauses(ready, gap);
      table.send(ready, gap, kUnit);
    }
    bench.tick();
  }
  CHECK(paused > 500);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("shares of a saturated link are the weights in any whole turn", "[iba_weighted_turns]") {
  Random random(2);
  for (unsigned run = 0; run < 20; ++run) {
    Bench<VWeightedTurns> bench;
    std::vector<Turn> turns(kEntries);
    std::vector<unsigned> share(kLanes);  // flits of a turn, by lane
    for (Turn& turn : turns) turn = draw(random, run == 0 ? 256 : 9);
    turns[random.below(kEntries)] = {run % kLanes, 1 + run};
    unsigned whole = 0;
    for (const Turn& turn : turns) share[turn.lane] += turn.weight * kUnit;
    for (const unsigned flits : share) whole += flits;
    bench->turns_i = turn_bits(turns);
    bench->ready_i = 15;
    bench->gap_i = 0;
    bench->advance_i = 1;
    bench.reset();
    std::vector<unsigned> sent;
    for (unsigned cycle = 0; cycle < 3 * whole; ++cycle) {
      bench.settle();
      sent.push_back(bench->grant_o);
      bench.tick();
    }
    for (unsigned start = 0; start < 2 * whole; ++start)
      for (unsigned lane = 0; lane < kLanes; ++lane)
        REQUIRE(std::count(sent.begin() + start, sent.begin() + start + whole, 1u << lane) ==
                share[lane]);
    CHECK_FALSE(bench.assertion_failed());
  }
}

TEST_CASE("two lanes with gaps after their packets have their weights within a packet",
          "[iba_weighted_turns]") {
  Random random(3);
  for (unsigned run = 0; run < 40; ++run) {
    Bench<VWeightedTurns> bench;
    const unsigned packet = 2 + random.below(12);  // flits
    const unsigned weights[] = {1 + random.below(8), 1 + random.below(8)};
    std::vector<Turn> turns(kEntries);
    turns[1] = {2, weights[0]};
    turns[4] = {0, weights[1]};
    constexpr unsigned kLaneOf[] = {2, 0};
    bench->turns_i = turn_bits(turns);
    bench->advance_i = 1;
    bench->ready_i = bench->gap_i = 0;
    bench.reset();
    unsigned sent[2] = {};
    unsigned gap = 0;  // the lane whose tail was sent in the cycle before, a bit
    for (unsigned cycle = 0; cycle < 5000; ++cycle) {
      drive(bench->ready_i, 0b0101 & ~gap);
      drive(bench->gap_i, gap);
      bench.settle();
      gap = 0;
      for (unsigned which = 0; which < 2; ++which)
        if (bench->grant_o == 1u << kLaneOf[which] && ++sent[which] % packet == 0)
          gap = 1u << kLaneOf[which];
      REQUIRE(sent[0] + sent[1] == cycle + 1);
      bench.tick();
    }
    // A lane cannot send in its gaps: the other one has these cycles at least.
    const double share = std::clamp(double(weights[0]) / (weights[0] + weights[1]),
                                    1.0 / (packet + 1), packet / (packet + 1.0));
    CHECK(sent[0] == Approx(5000 * share).margin(packet + 8 * kUnit));
    CHECK_FALSE(bench.assertion_failed());
  }
}
