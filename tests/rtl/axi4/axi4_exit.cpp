// rtl/axi4/axi4_exit.sv
//
// Rationale: beside the lockstep of axi4_terminal: answers without a request are dropped and
// flagged, and harm no transaction; they wait while there is no room. State space and parameter
// space: as of axi4_terminal.
#include "axi4_terminal.hpp"
#include "terminal_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
/// The terminal takes what the networks carry, for some cycles.
void run_networks(TerminalBench<VTerminal>& bench, const Axi4Subordinate& memory) {
  for (unsigned cycle = 0; cycle < 20; ++cycle) {
    bench.offer();
    bench.step({}, memory);
  }
}
}  // namespace

TEST_CASE(
    "answers without a request are dropped",
    "[axi4_exit][Axi4ExitRepliesHaveOrders][Axi4ExitReplyHeld][Axi4ExitReadHeld][Axi4ExitWriteHeld]"
    "[Axi4ExitDataHeld]") {
  TerminalBench<VTerminal> bench(terminal_config());
  bench.open_networks(true);
  unsigned drops = 0;
  Axi4Subordinate memory;
  memory.b = Axi4Write{0, 0};
  bench.step({}, memory);
  memory.b.reset();
  memory.r = Axi4Read{0, 1, 0, true};
  bench.step({}, memory);
  memory.r.reset();
  for (unsigned cycle = 0; cycle < 10; ++cycle) {
    drops += bench.exit().drop();
    bench.step({}, memory);
    REQUIRE_FALSE(bench.exit().reply());
  }
  CHECK(drops == 2);
  bench.run({1, 8, 8, 1, 300});
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("answers wait when there is no room for them", "[axi4_exit]") {
  TerminalBench<VTerminal> bench(terminal_config());
  bench.open_networks(true);
  Axi4Manager manager;
  Axi4Subordinate memory;
  memory.aw_ready = memory.w_ready = true;
  manager.aw = Axi4Address{1, 0, 0, 2};
  manager.w = Axi4Beat{1, 15, true};
  bench.step(manager, memory);
  run_networks(bench, memory);
  bench.open_networks(false);
  memory.b = Axi4Write{0, 2};
  run_networks(bench, memory);
  CHECK_FALSE(bench.exit().port().b_ready);
  memory.b.reset();
  bench.open_networks(true);
  unsigned drops = 0;
  for (unsigned cycle = 0; cycle < 20; ++cycle) {
    bench.step({}, memory);
    drops += bench.exit().drop();
  }
  CHECK(drops == terminal_config().pending - 1);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("of the first answers at the same time, that to a read goes first", "[axi4_exit]") {
  TerminalBench<VTerminal> bench(terminal_config());
  bench.open_networks(true);
  Axi4Manager manager;
  Axi4Subordinate memory;
  memory.ar_ready = memory.aw_ready = memory.w_ready = true;
  manager.ar = manager.aw = Axi4Address{1, 0, 0, 2};
  manager.w = Axi4Beat{1, 15, true};
  bench.step(manager, memory);
  run_networks(bench, memory);
  memory.b = Axi4Write{0, 0};
  memory.r = Axi4Read{0, 3, 0, true};
  bench.step({}, memory);
  memory.b.reset();
  memory.r.reset();
  for (unsigned cycle = 0; cycle < 5 && !bench.exit().reply(); ++cycle) bench.step({}, memory);
  REQUIRE(bench.exit().reply());
  CHECK((bench.exit().reply()->data & 1) == 0);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a header waits until the memory takes an address of its kind", "[axi4_exit]") {
  for (const bool writes : {true, false}) {
    TerminalBench<VTerminal> bench(terminal_config());
    bench.open_networks(true);
    Axi4Manager manager;
    (writes ? manager.aw : manager.ar) = Axi4Address{1, 0, 0, 2};
    if (writes) manager.w = Axi4Beat{1, 15, true};
    Axi4Subordinate memory;
    memory.w_ready = true;
    for (unsigned i = 0; i < 3; ++i) {
      CHECK(bench.exit().request_ready() == (i < 2));
      bench.step(manager, memory);
      run_networks(bench, memory);
    }
    CHECK_FALSE(bench.exit().request_ready());
    memory.aw_ready = memory.ar_ready = true;
    run_networks(bench, memory);
    CHECK(bench.exit().request_ready());
    CHECK_FALSE(bench.assertion_failed());
  }
}
