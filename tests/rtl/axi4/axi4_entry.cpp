// rtl/axi4/axi4_entry.sv
//
// Rationale: beside the lockstep of axi4_terminal: a write does not occupy the network of requests
// before its data are in, so that a read passes it whose data the manager waits for.
// State space and parameter space: as of axi4_terminal.
#include "axi4_terminal.hpp"
#include "terminal_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("a read passes a write without data", "[axi4_entry][Axi4EntryDataReady]") {
  TerminalBench<VTerminal> bench(terminal_config());
  bench.open_networks(true);
  Axi4Manager manager;
  Axi4Subordinate memory;
  Axi4Address burst;
  burst.size = 2;
  burst.length = 3;
  manager.aw = burst;
  manager.ar = burst;
  bench.step(manager, memory);
  manager.aw.reset();
  manager.ar.reset();
  unsigned sent = 0;
  const auto count = [&](unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      sent += bench.entry().request().has_value();
      bench.step(manager, memory);
    }
  };
  count(20);
  CHECK(sent == 1);  // the read
  // Three beats are not enough.
  manager.w = Axi4Beat{1, 15, false};
  count(3);
  manager.w.reset();
  count(20);
  CHECK(sent == 1);
  manager.w = Axi4Beat{1, 15, true};
  count(1);
  manager.w.reset();
  count(20);
  CHECK(sent == 6);  // a header and four beats more
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a held request does not change", "[axi4_entry][Axi4EntryRequestHeld]") {
  TerminalBench<VTerminal> bench(terminal_config());
  Axi4Manager manager;
  Axi4Address burst;
  burst.size = 2;
  manager.ar = burst;
  bench.step(manager, {});
  manager.ar.reset();
  for (unsigned cycle = 0; cycle < 10; ++cycle) bench.step(manager, {});
  CHECK(bench.entry().request().has_value());
  CHECK_FALSE(bench.assertion_failed());
}
