// rtl/traffic/traffic_counters.sv
//
// Rationale: traffic_terminals.cpp compares all counters with the model in runs; here are the
// causes of dropped input, each alone, and the ends of the counters' ranges, which runs do not
// reach: latencies of every bin, and more events than fit. State space: causes; stamps from 0 to
// 65535 cycles ago, from one terminal and from all in one cycle; events of every cycle until their
// counters are full. Parameter space: that of traffic_terminals.cpp, and counters of 18 bits, the
// least that two terminals' latencies need.
#include "exercise.hpp"

#include <algorithm>

using namespace wayfarer;

namespace {

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

TEST_CASE("latencies are counted in powers of two", "[traffic][TrafficCountersTimesMessages]") {
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
