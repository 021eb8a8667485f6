// rtl/axi4/axi4_terminal.sv
//
// Rationale: both sides equal their cycle models at every port in every cycle, and a manager whose
// bursts go through both to a memory gets every answer once, in order, whatever the rates:
// splitting and joining, order by thread, refused bursts, failing beats. State space: that of the
// address channels, tables and queues; random bursts, gaps and back-pressure on all channels.
// Parameter space: four threads and messages of four beats; one thread, one beat, one message
// outstanding, one pending, 64 bits; two threads, messages of 16 beats, 8 bits; a side alone.
#include "axi4_terminal.hpp"
#include "terminal_bench.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

template <class Top>
void equal_under_load(const Axi4Config& config) {
  for (const Axi4Rates& rates : {Axi4Rates{1, 8, 8, 1, 12000}, Axi4Rates{2, 2, 8, 4, 20000},
                                 Axi4Rates{3, 8, 2, 1, 20000}, Axi4Rates{4, 4, 4, 2, 20000}}) {
    TerminalBench<Top> bench(config);
    bench.run(rates);
    CHECK(bench.manager().answered() > 100);
    CHECK(bench.manager().denied() > 3);
    CHECK_FALSE(bench.assertion_failed());
  }
}

}  // namespace

TEST_CASE("a terminal equals its model",
          "[axi4_terminal][Axi4TerminalInNetwork][Axi4AddressHeld][Axi4OrderCountBounded]") {
  equal_under_load<VTerminal>(terminal_config());
  equal_under_load<VTerminalSmall>(small_config());
  equal_under_load<VTerminalNarrow>(narrow_config());
}

TEST_CASE("no state before a reset shows at a terminal", "[axi4_terminal]") {
  for (unsigned fill = 1; fill <= 3; ++fill) {
    TerminalBench<VTerminal> bench(terminal_config(), 0, Fill{static_cast<int>(fill)});
    bench.run({fill, 6, 6, 2, 300});
    CHECK_FALSE(bench.assertion_failed());
  }
}

TEST_CASE("a port that is not there is silent", "[axi4_terminal]") {
  Bench<VTerminalManager> manager;
  Bench<VTerminalMemory> memory;
  Random random(1);
  // Nothing comes to the ports that are there.
  manager->request_ready_i = manager->reply_i = 0;
  memory->reply_ready_i = memory->request_i = 0;
  for (unsigned cycle = 0; cycle < 200; ++cycle) {
    const auto fill = [&](auto& port, unsigned width) {
      Writer writer(port);
      for (unsigned i = 0; i < width; ++i) writer.put(random.below(2), 1);
    };
    // The manager's side sees a subordinate and requests, the subordinate's a manager and replies.
    drive_manager(manager->s_axi_i, manager->s_axi_wdata_i, manager->s_axi_wstrb_i, {});
    drive_subordinate(memory->m_axi_i, memory->m_axi_rdata_i, {});
    fill(manager->m_axi_i, 42);
    fill(manager->request_i, 18);
    fill(memory->s_axi_i, 214);
    fill(memory->reply_i, 18);
    if (cycle == 0) {
      manager.reset();
      memory.reset();
    }
    manager.tick();
    memory.tick();
    REQUIRE(manager->request_ready_o == 1);
    REQUIRE(bits_of(manager->reply_o, 0, 18) == 0);
    for (unsigned at = 0; at < 214; ++at) REQUIRE(bits_of(manager->m_axi_o, at, 1) == 0);
    REQUIRE(manager->m_axi_wdata_o == 0);
    REQUIRE(manager->m_axi_wstrb_o == 0);
    REQUIRE(word_of(manager->reply_data_o) == 0);
    REQUIRE(manager->drop_o == 0);
    REQUIRE(memory->reply_ready_o == 1);
    REQUIRE(bits_of(memory->request_o, 0, 18) == 0);
    REQUIRE(word_of(memory->request_data_o) == 0);
    REQUIRE(memory->s_axi_o == 0);
    REQUIRE(memory->s_axi_rdata_o == 0);
  }
  CHECK_FALSE(manager.assertion_failed());
  CHECK_FALSE(memory.assertion_failed());
}

TEST_CASE("the lockstep of a terminal finds mutants", "[axi4_terminal]") {
  const auto differs = [](unsigned mutant) {
    try {
      for (unsigned seed = 1; seed <= 8; ++seed) {
        TerminalBench<VTerminalMutants> bench(terminal_config(), mutant);
        bench.run({seed, seed % 2 == 0 ? 8u : 4u, seed % 4 < 2 ? 8u : 3u, 2, 3000});
      }
    } catch (const Axi4Mismatch&) {
      return true;
    }
    return false;
  };
  CHECK_FALSE(differs(0));
  unsigned number = 0;
  for (const char* mutant : kMutants) {
    INFO(mutant);
    CHECK(differs(++number));
  }
}
