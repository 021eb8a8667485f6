// rtl/traffic/traffic_counters.sv
//
// Rationale: traffic_terminals.cpp compares all counters with the model in runs; here are the ends
// of their ranges, which runs do not reach: latencies of every bin, and a sum that does not fit.
// State space: stamps from 0 to 65535 cycles ago, from one terminal and from all in one cycle.
// Parameter space: that of traffic_terminals.cpp.
#include "pair.hpp"

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
void start(Pair<Top>& pair) {
  pair.write(0xc, 0);
  pair.write(0x1c, 0);
  pair.write(0, 1);
  while (pair.model.phase() != OnchipPhase::kRun) pair.step();
}

}  // namespace

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

TEST_CASE("a sum that does not fit sticks, says so, and is cleared", "[traffic]") {
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
