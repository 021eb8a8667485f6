// Runs of on-chip traffic on a network, for lockstep of RTL and model.
#pragma once

#include "onchip_bench.hpp"

namespace wayfarer {

/// What differs between the runs of two networks.
struct TrafficRuns {
  unsigned sent = 7000;  ///< Messages of the first run, at least.
  bool ordered = false;  ///< Messages of a pair do not overtake each other.
  OnchipPattern uniform = OnchipPattern::kUniform;       ///< Pattern of the first and third runs.
  OnchipPattern saturated = OnchipPattern::kComplement;  ///< Pattern of the second run.
  unsigned ready = 0;  ///< Cycles after a reset until the network's tables are loaded.
};

/// Three runs, at every port in every cycle, and all counters at the end of each.
template <class Top>
void expect_counters(OnchipNetwork& model, const TrafficRuns& runs) {
  OnchipBench<Top> bench(model, runs.ready);
  bench.write(0x8, static_cast<unsigned>(runs.uniform));
  bench.write(0x1c, 20000);
  bench.run();
  CHECK(bench.count(kCountCycles) == 20000);
  CHECK(bench.count(kCountSent) > runs.sent);
  CHECK(bench.count(kCountReceived) == bench.count(kCountSent));
  CHECK(bench.count(kCountTimed) == bench.count(kCountSent));
  CHECK((bench.count(kCountOvertook) == 0) == runs.ordered);
  CHECK_FALSE(model.traffic().failed());

  bench.write(0x8, static_cast<unsigned>(runs.saturated));
  bench.write(0xc, 0xffff);
  bench.write(0x1c, 2000);
  bench.write(0x20, 77);
  bench.run();
  CHECK(bench.count(kCountStalls) > 2000);
  CHECK_FALSE(model.traffic().failed());

  bench.write(0x8, static_cast<unsigned>(runs.uniform));
  bench.write(0xc, 0x2000);
  bench.write(0x10, 0x8000'0003);  // half of the messages to terminal 3
  bench.write(0x14, 0x0800'0800);
  bench.write(0x18, 11 << 8 | 1);  // some of them too long
  bench.run();
  CHECK(bench.count(kCountDrops + 1) > 10);
  CHECK(bench.count(kCountMissing) == bench.count(kCountDrops + 1));
  CHECK(bench.count(kCountCheck) + bench.count(kCountData) == 0);
  CHECK(model.traffic().failed());
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace wayfarer
