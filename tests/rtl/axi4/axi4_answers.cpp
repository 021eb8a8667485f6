// rtl/axi4/axi4_answers.sv
//
// Rationale: beside the lockstep of axi4_terminal, which compares B and R in every cycle: an answer
// to a refused burst does not break into a message on R, and is not overtaken by its own thread.
// State space and parameter space: as of axi4_terminal.
#include "axi4_terminal.hpp"
#include "terminal_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("a refused read waits for reads of its thread",
          "[axi4_answers][Axi4AnswersDenyOnce][Axi4AnswersReadHeld][Axi4AnswersWriteHeld]") {
  TerminalBench<VTerminal> bench(terminal_config());
  Axi4Manager manager;
  Axi4Subordinate memory;
  memory.ar_ready = true;
  manager.r_ready = true;
  bench.open_networks(false);
  Axi4Address legal, refused;
  legal.size = refused.size = 2;
  legal.id = refused.id = 5;
  refused.address = 0x7000'0000;
  refused.length = 2;
  manager.ar = legal;
  bench.step(manager, memory);
  manager.ar = refused;
  while (!bench.entry().port().ar_ready) {
    bench.open_networks(true);
    bench.step(manager, memory);
  }
  bench.step(manager, memory);
  manager.ar.reset();
  // The first read has no answer.
  for (unsigned cycle = 0; cycle < 50; ++cycle) {
    bench.step(manager, memory);
    REQUIRE_FALSE(bench.entry().port().r);
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a read that is refused first after a reset is answered", "[axi4_answers]") {
  for (int fill = 1; fill <= 4; ++fill) {
    TerminalBench<VTerminal> bench(terminal_config(), 0, Fill{fill});
    Axi4Manager manager;
    Axi4Address refused;
    refused.size = 2;
    refused.address = 0x7000'0000;
    manager.ar = refused;
    bench.step(manager, {});
    manager.ar.reset();
    for (unsigned cycle = 0; cycle < 10; ++cycle) bench.step(manager, {});
    const auto answer = bench.entry().port().r;
    REQUIRE(answer);
    CHECK(answer->response == kAxiDecodeError);
    CHECK(answer->last);
    CHECK_FALSE(bench.assertion_failed());
  }
}
