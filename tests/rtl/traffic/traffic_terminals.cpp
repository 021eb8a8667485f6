// rtl/traffic/traffic_terminals.sv
//
// Rationale: the RTL and its cycle model have the same inputs, and every port is compared in every
// cycle, so that counters read on a chip are those of the simulation.
// State space: patterns x lengths x loads x bursts x hot spots x seeds x back-pressure; illegal
// words at the sinks; resets at any time.
// Parameter space: 5 terminals of 64 bits, 4 of 32 bits with order; mutants of 3 with order.
#include "exercise.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;

namespace {

template <class Top>
void random_runs() {
  Pair<Top> pair;
  Draws random(Pair<Top>::kTerminals);
  for (unsigned i = 0; i < 12; ++i) {
    pair.write(0x8, i % 7);
    pair.write(0xc, 1u << (8 + i % 8));
    pair.write(0x10, i % 3 == 0 ? 0x2000'0001 : 0);
    pair.write(0x14, i % 4 == 1 ? 0x0200'0800 : 0);
    const unsigned least = random() % 5;
    pair.write(0x18, (random() % 12) << 8 | least);
    pair.write(0x1c, 700);
    pair.write(0x20, random());
    Channel channel(Pair<Top>::kTerminals, i, i % 5);
    run(pair, channel);
    CHECK(pair.count(kCountCycles) == 700);
    CHECK(pair.count(kCountSent) > 0);
    CHECK(pair.count(kCountReceived) == pair.count(kCountSent));
    CHECK(pair.count(kCountWords) == pair.count(kCountWordsSent));
    CHECK(pair.count(kCountTimed) == pair.count(kCountSent));
    CHECK(pair.count(kCountMissing) == 0);
    std::uint32_t binned = 0;
    for (unsigned bin = 0; bin < kOnchipBins; ++bin) binned += pair.count(kCountLatency + bin);
    CHECK(binned == pair.count(kCountTimed));
    CHECK_FALSE(pair.model.failed());
  }
  CHECK_FALSE(pair.assertion_failed());
}

template <class Top>
void any_words() {
  Pair<Top> pair;
  random_words(pair, 3000);
  CHECK(pair.model.failed());
  for (const unsigned counter : {+kCountCheck, +kCountData, +kCountLost, +kCountOvertook,
                                 +kCountDrops, kCountDrops + 3, +kCountTimed})
    CHECK(pair.count(counter) > 0);
  pair.write(0, 2);
  pair.step();
  CHECK(pair.model.phase() == OnchipPhase::kDrain);
  CHECK_FALSE(pair.assertion_failed());
}

/// Nothing of a run is left after a cycle of reset in the middle of it.
template <class Top>
void resets() {
  Pair<Top> pair;
  Draws random(3);
  for (unsigned i = 0; i < 12; ++i) {
    pair.write(0x8, i % 4);
    pair.write(0xc, 0x4000);
    pair.write(0x1c, random() % 2 * (random() % 300));
    pair.write(0, 1);
    for (unsigned cycles = random() % 300; cycles > 0; --cycles) {
      draw_words(pair, random);
      pair.step();
    }
    draw_words(pair, random);
    pair.apb = {true, false, true, static_cast<std::uint16_t>(i % 2), 1};  // legal, or an error
    pair.reset();
    for (unsigned cycles = 0; cycles < 20; ++cycles) {
      draw_words(pair, random);
      pair.step();
    }
    for (unsigned address = 0; address < 0x190; address += 4) pair.read(address);
  }
  CHECK_FALSE(pair.assertion_failed());
}

}  // namespace

TEST_CASE("nothing of a run is left after a reset", "[traffic]") {
  resets<VTerminals5>();
  resets<VTerminals4>();
}

TEST_CASE("traffic equals its model, and every message arrives once",
          "[traffic][TrafficTerminalsIdleOffersNothing]") {
  random_runs<VTerminals5>();
  random_runs<VTerminals4>();
}

TEST_CASE("traffic equals its model with any words at the sinks", "[traffic]") {
  any_words<VTerminals5>();
  any_words<VTerminals4>();
}

TEST_CASE("a run draws on when the stamps begin again", "[traffic]") {
  Pair<VTerminalsNarrow> pair;
  pair.write(0xc, 0x4000);
  pair.write(0x18, 0x501);
  random_words(pair, (1u << 16) + 500);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("traffic equals its model in all that the mutants are tried with", "[traffic]") {
  Pair<VTerminals4> pair;
  exercise(pair);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("the comparison with the model finds mutants", "[traffic]") {
  const auto differs = [](unsigned mutant) {
    try {
      Pair<VTerminalsMutants> pair(mutant);
      exercise(pair);
    } catch (const PairMismatch&) {
      return true;
    }
    return false;
  };
  CHECK_FALSE(differs(0));
  for (unsigned i = 0; i < std::size(kMutants); ++i) {
    INFO(kMutants[i]);
    CHECK(differs(i + 1));
  }
}
