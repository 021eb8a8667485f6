// rtl/traffic/traffic_terminals.sv
//
// Rationale: the RTL and its cycle model have the same inputs, and every port is compared in every
// cycle, so that counters read on a chip are those of the simulation. Beside runs, each cause of
// dropped input alone, latencies of every bin, and more events than counters hold.
// State space: patterns x lengths x loads x bursts x hot spots x seeds x back-pressure; illegal
// words at the sinks; resets at any time; stamps from 0 to 65535 cycles ago; counters at their
// ends. Parameter space: 5 terminals of 64 bits, 4 of 32 bits with order; mutants of 3 with order;
// counters of 18 bits, the least that two terminals' latencies need.
#include "exercise.hpp"
#include "woven/mutants.hpp"

#include <algorithm>

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

/// All sinks get a message of one word that was sent `latency` cycles ago.
template <class Top>
void deliver(Pair<Top>& pair, std::uint16_t latency, std::uint8_t number) {
  for (TerminalId t = 0; t < Pair<Top>::kTerminals; ++t) {
    const auto stamp = static_cast<std::uint16_t>(pair.model.control().now() - latency);
    pair.words[t] =
        OnchipWord{head_word((t + 1) % 4, t, stamp, number, true), (t + 1) % 4, true, true};
  }
  pair.step();
}

template <class Top>
void start(Pair<Top>& pair, std::uint32_t load = 0) {
  pair.write(0xc, load);
  pair.write(0x1c, 0);
  pair.write(0, 1);
  while (pair.model.phase() != OnchipPhase::kRun) pair.step();
}

/// In all cycles, words that are sent, input that is dropped for every cause, and at the sinks a
/// message of one word that has the number of the one before.
void repeat_message(Pair<VTerminalsNarrow>& pair, std::uint16_t latency, bool ready = true) {
  const auto stamp = static_cast<std::uint16_t>(pair.model.control().now() - latency);
  for (TerminalId t = 0; t < 2; ++t) {
    pair.words[t] = OnchipWord{head_word(1 - t, t, stamp, 7, true), 1 - t, true, true};
    pair.inputs[t].ready = ready;
    pair.drops[t] = 15;
  }
  pair.step();
}

constexpr std::uint32_t kEnd = (1u << 18) - 1;
constexpr std::uint16_t kLatency = 0x9000;  // of bin 15

/// A run in which every source sends in all cycles.
void start_full(Pair<VTerminalsNarrow>& pair) {
  pair.write(0x18, 0x101);
  start(pair, 0xffff);
}

template <typename Done>
void repeat_until(Pair<VTerminalsNarrow>& pair, const Done& done) {
  for (unsigned cycle = 0; cycle < kEnd && !done(); ++cycle) repeat_message(pair, kLatency);
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

TEST_CASE("a cause of dropped input counts at its own counter, and the run has failed",
          "[traffic]") {
  Pair<VTerminals4> pair;
  for (unsigned cause = 0; cause < kOnchipCauses; ++cause) {
    drop_alone(pair, cause, 5 + cause);
    for (unsigned other = 0; other < kOnchipCauses; ++other)
      CHECK(pair.count(kCountDrops + other) == (other == cause ? 4 * (5 + cause) : 0));
    for (const unsigned error : {+kCountCheck, +kCountData, +kCountLost, +kCountOvertook})
      CHECK(pair.count(error) == 0);
    CHECK(pair.read(0) == 0xc);
    CHECK(pair.model.failed());
  }
  drop_alone(pair, 0, 0);
  CHECK(pair.read(0) == 0x4);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("counters saturate, flag it, and are cleared", "[traffic]") {
  // Of events that both terminals can have in every cycle.
  constexpr unsigned kFull[] = {
      kCountSent,     kCountWordsSent,  kCountReceived,    kCountWords,     kCountLost,
      kCountOvertook, kCountDrops,      kCountDrops + 1,   kCountDrops + 2, kCountDrops + 3,
      kCountTimed,    kCountLatencySum, kCountLatency + 15};
  Pair<VTerminalsNarrow> pair;
  start_full(pair);
  // Sources wait, so that their counters are full later.
  for (int i = 0; i < 20; ++i) repeat_message(pair, kLatency, false);
  const auto full = [&](unsigned counter) { return pair.model.counters().saturated(counter); };
  repeat_until(pair, [&] { return full(kCountReceived); });
  CHECK_FALSE(full(kCountSent));
  CHECK((pair.read(0x24) >> kCountMissing & 1) == 1);
  repeat_until(pair, [&] { return std::all_of(std::begin(kFull), std::end(kFull), full); });
  pair.write(0, 2);
  for (int i = 0; i < 40; ++i) repeat_message(pair, kLatency);

  // Missing messages are a difference: they are not known when one of its counters is full.
  std::uint64_t saturated = std::uint64_t{1} << kCountMissing;
  for (const unsigned counter : kFull) {
    CHECK(pair.count(counter) == kEnd);
    saturated |= std::uint64_t{1} << counter;
  }
  for (unsigned counter = 0; counter < kOnchipCounters; ++counter) pair.count(counter);
  CHECK(pair.count(kCountLatencyMax) == kLatency);
  CHECK(pair.read(0x24) == static_cast<std::uint32_t>(saturated));
  CHECK(pair.read(0x28) == static_cast<std::uint32_t>(saturated >> 32));
  CHECK((pair.read(0) & 8) != 0);

  while (pair.model.phase() != OnchipPhase::kDone) pair.step();
  start(pair);
  for (unsigned counter = kCountDrain; counter < kOnchipCounters; ++counter)
    CHECK(pair.count(counter) == 0);
  CHECK(pair.read(0x24) == 0);
  CHECK(pair.read(0x28) == 0);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("missing messages are not known when the counter of sent ones is full", "[traffic]") {
  Pair<VTerminalsNarrow> pair;
  start_full(pair);
  for (int i = 0; i < 20; ++i) {  // sinks get nothing
    for (OnchipInput& input : pair.inputs) input.ready = true;
    pair.step();
  }
  const auto& counters = pair.model.counters();
  repeat_until(pair, [&] { return counters.saturated(kCountSent); });
  CHECK_FALSE(counters.saturated(kCountReceived));
  CHECK((pair.read(0x24) >> kCountMissing & 1) == 1);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("latencies are counted in powers of two", "[traffic]") {
  Pair<VTerminals5> pair;
  start(pair);
  for (unsigned bin = 0; bin < 16; ++bin) {
    deliver(pair, static_cast<std::uint16_t>(1u << bin), static_cast<std::uint8_t>(2 * bin));
    deliver(pair, static_cast<std::uint16_t>((2u << bin) - 1),
            static_cast<std::uint8_t>(2 * bin + 1));
  }
  deliver(pair, 0, 32);
  for (int i = 0; i < 5; ++i) pair.step();
  for (unsigned bin = 1; bin < 16; ++bin) CHECK(pair.count(kCountLatency + bin) == 2 * 5);
  CHECK(pair.count(kCountLatency) == 3 * 5);
  CHECK(pair.count(kCountLatencyMax) == 65535);
  CHECK(pair.count(kCountLatencySum) == 5 * (65535u + 2 * 65535 - 16));
  CHECK(pair.count(kCountLost) == 0);
  CHECK_FALSE(pair.model.failed());
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("a sum that overflows sticks, is flagged, and is cleared", "[traffic]") {
  Pair<VTerminals5> pair;
  start(pair);
  for (unsigned i = 0; i < 0x10000 / 5 + 5; ++i)
    deliver(pair, 0xffff, static_cast<std::uint8_t>(i));
  for (int i = 0; i < 5; ++i) pair.step();
  CHECK(pair.count(kCountLatencySum) == 0xffff'ffff);
  CHECK(pair.read(0x24) == 1u << kCountLatencySum);
  CHECK(pair.read(0x28) == 0);
  CHECK(pair.model.failed());
  pair.write(0, 2);
  while (pair.model.phase() != OnchipPhase::kDone) pair.step();
  start(pair);
  CHECK(pair.count(kCountLatencySum) == 0);
  CHECK(pair.read(0x24) == 0);
  CHECK_FALSE(pair.model.failed());
  CHECK_FALSE(pair.assertion_failed());
}

TEMPLATE_TEST_CASE("events of many terminals in one cycle, of any kind and latency", "[traffic]",
                   VTerminals4, VTerminals5) {
  Pair<TestType> pair;
  constexpr TerminalId kTerminals = Pair<TestType>::kTerminals;
  start(pair);
  Draws random(3);
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    for (TerminalId t = 0; t < kTerminals; ++t) {
      pair.inputs[t].ready = random() % 2 != 0;
      pair.drops[t] = random() % 16;
      const auto latency = static_cast<std::uint16_t>(random() >> (16 + random() % 16));
      const auto stamp = static_cast<std::uint16_t>(pair.model.control().now() - latency);
      const TerminalId source = random() % kTerminals;
      const std::uint32_t head =
          head_word(source, t, stamp, static_cast<std::uint8_t>(random() % 4), true);
      const std::uint32_t wrong = random() % 4 == 0 ? 1u << random() % 32 : 0;
      const bool repeated = Shape<TestType>::kParts == 1 || random() % 4 != 0;
      pair.words[t] = OnchipWord{head ^ wrong, source, random() % 4 != 0, repeated};
    }
    pair.step();
  }
  // Each value is compared with the model's.
  for (unsigned counter = 0; counter < kOnchipCounters; ++counter) pair.count(counter);
  for (const unsigned counter : {+kCountReceived, +kCountWords, +kCountCheck, +kCountData,
                                 +kCountTimed, +kCountLatencySum, +kCountLatencyMax})
    CHECK(pair.count(counter) > 100);
  CHECK_FALSE(pair.assertion_failed());
}
