// rtl/axi4/axi4_exit.sv
//
// Rationale: beside the lockstep of axi4_terminal: answers that nothing asks for are dropped and
// flagged, and harm no transaction. State space and parameter space: as of axi4_terminal.
#include "axi4_terminal.hpp"
#include "terminal_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

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
