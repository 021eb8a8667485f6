// rtl/traffic/traffic_source.sv
//
// Rationale: traffic_terminals.cpp has sources in lockstep with their model; here are the promises
// of the contract: shares, lengths, bursts, throughput, waiting messages.
// State space: one long run for each promise. Parameter space: that of traffic_terminals.cpp.
#include "pair.hpp"

#include <cmath>
#include <map>

using namespace wayfarer;

namespace {

struct Observed {
  std::map<std::uint32_t, unsigned> lengths;
  std::vector<std::vector<unsigned>> messages;  // by source, by destination
  unsigned all = 0;
  unsigned idle = 0;  // terminals' cycles without a word

  explicit Observed(TerminalId terminals) : messages(terminals, std::vector<unsigned>(terminals)) {}
};

/// A run of `cycles` with sinks that are always ready.
Observed observe(Pair<VTerminals5>& pair, std::uint32_t cycles) {
  constexpr TerminalId kTerminals = Pair<VTerminals5>::kTerminals;
  Observed seen(kTerminals);
  std::vector<unsigned> words(kTerminals);
  pair.write(0x1c, cycles);
  pair.write(0, 1);
  while (pair.model.phase() != OnchipPhase::kDrain) {
    for (TerminalId t = 0; t < kTerminals; ++t) {
      pair.inputs[t].ready = true;
      const OnchipWord* word = pair.model.output(t);
      seen.idle += word == nullptr && pair.model.phase() == OnchipPhase::kRun;
      if (word == nullptr) continue;
      ++words[t];
      if (!word->last) continue;
      ++seen.lengths[words[t]];
      ++seen.messages[t][word->terminal];
      ++seen.all;
      words[t] = 0;
    }
    pair.step();
  }
  return seen;
}

}  // namespace

TEST_CASE("load, lengths and destinations are those of the settings",
          "[traffic][TrafficSourceDestinationExists][TrafficSourceLastCounts]") {
  Pair<VTerminals5> pair;
  pair.write(0xc, 0x1000);  // 1/16
  pair.write(0x18, 5 << 8 | 3);
  const Observed seen = observe(pair, 4000);
  const double expected = 4000 * 5 / 16.0;
  CHECK(std::abs(seen.all - expected) < 4 * std::sqrt(expected));
  CHECK(seen.lengths.size() == 3);
  for (const unsigned length : {3, 4, 5})
    CHECK(std::abs(seen.lengths.at(length) - expected / 3) < 4 * std::sqrt(expected / 3));
  for (TerminalId from = 0; from < 5; ++from)
    for (TerminalId to = 0; to < 5; ++to) {
      if (from == to)
        CHECK(seen.messages[from][to] == 0);
      else
        CHECK(std::abs(seen.messages[from][to] - expected / 20) < 4.5 * std::sqrt(expected / 20));
    }
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("at full load a source sends a word in every cycle", "[traffic]") {
  Pair<VTerminals5> pair;
  pair.write(0xc, 0xffff);
  pair.write(0x18, 1 << 8 | 1);
  const Observed seen = observe(pair, 1000);
  CHECK(seen.idle <= 2 * 5);
  CHECK(seen.all >= 998 * 5);
  CHECK(pair.count(kCountHeld) == 0);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("bursts turn sources on and off", "[traffic]") {
  Pair<VTerminals5> pair;
  pair.write(0xc, 0xffff);
  pair.write(0x18, 1 << 8 | 1);
  pair.write(0x14, 0x0400'0c00);  // on for 1/4 of the cycles, 21 at a time
  const Observed seen = observe(pair, 6000);
  CHECK(seen.all > 6000 * 5 * 0.18);
  CHECK(seen.all < 6000 * 5 * 0.32);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("a source that is never taken holds its word and counts",
          "[traffic][TrafficSourceHeld]") {
  Pair<VTerminals5> pair;
  pair.write(0xc, 0xffff);
  pair.write(0x1c, 600);
  pair.write(0, 1);
  while (pair.model.phase() != OnchipPhase::kDone) pair.step();
  CHECK(pair.count(kCountStalls) > 5 * 4000);
  CHECK(pair.count(kCountHeld) >= 5 * (600 - 260));
  CHECK(pair.count(kCountSent) == 0);
  CHECK_FALSE(pair.assertion_failed());
}
