// rtl/stream/stream_exit.sv
//
// Rationale: the exit equals its model in every cycle while a network delivers flits as it may:
// until one cycle after stall_o. No flit is lost, however long m_axis waits. State space: levels of
// the queue x states of the slots; random messages, gaps and back-pressure. Parameter space: three
// slots; one slot, and words narrower than the number of a source.
#include "VExit.h"
#include "VExitNarrow.h"
#include "bench.hpp"
#include "flits.hpp"
#include "stream/exit.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using module_test::Random;

namespace {

template <class Top>
void random_run(unsigned slots, unsigned max_words, unsigned width) {
  Bench<Top> bench;
  StreamExit model(slots, max_words);
  Random random(slots);
  bench->valid_i = 0;
  bench->m_axis_tready_i = 0;
  bench.reset();

  struct Message {
    unsigned words = 0;  // to come
    unsigned source = 0;
  };
  std::vector<Message> messages(slots);
  bool stalled = false;  // in the previous cycle
  unsigned in = 0, out = 0, stalls = 0;
  for (unsigned cycle = 0; cycle < 12000; ++cycle) {
    const bool drains = cycle > 11000;
    // A flit at the port now was accepted in the previous cycle.
    const unsigned slot = random.below(slots);
    Message& message = messages[slot];
    StreamExit::Flit flit;
    const bool valid = !stalled && random.chance(7, 8) && !(drains && message.words == 0);
    if (valid) {
      flit.header = message.words == 0;
      flit.slot = slot;
      if (flit.header) {
        message = {1 + random.below(max_words), random() & 0xffff};
        flit.data = random() & ((std::uint64_t{1} << width) - 1);
      } else {
        flit.data = random() & ((std::uint64_t{1} << width) - 1);
        flit.last = --message.words == 0;
        in += flit.last;
      }
      flit.source = message.source;
    }
    const bool ready = random.chance(drains || cycle / 400 % 2 == 0 ? 7 : 2, 8);
    bench->valid_i = valid;
    bench->header_i = flit.header;
    bench->last_i = flit.last;
    drive(bench->slot_i, flit.slot);
    drive(bench->source_i, flit.header ? flit.source : 0);
    drive(bench->data_i, static_cast<std::uint32_t>(flit.data));
    bench->m_axis_tready_i = ready;
    bench.settle();
    REQUIRE(bench->stall_o == model.stalls());
    stalled = model.stalls();
    stalls += stalled;
    if (const StreamWord* word = model.output(); word != nullptr && ready) out += word->last;
    bench.tick();
    model.step(valid ? &flit : nullptr, ready);
    const StreamWord* word = model.output();
    REQUIRE(bench->m_axis_tvalid_o == (word != nullptr));
    if (word == nullptr) continue;
    REQUIRE(bench->m_axis_tdata_o == word->data);
    REQUIRE(bench->m_axis_tid_o == word->terminal);
    REQUIRE(bench->m_axis_tlast_o == word->last);
  }
  CHECK(in == out);
  CHECK(out > 1000);
  CHECK(stalls > 1000);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("an exit equals its model under back-pressure", "[stream_exit]") {
  random_run<VExit>(3, 4, 32);
  random_run<VExitNarrow>(1, 3, 8);
}

TEST_CASE("flits beyond the stall are reported", "[stream_exit][StreamExitHasRoom]") {
  Bench<VExit> bench;
  bench->valid_i = 0;
  bench->slot_i = 0;
  bench->header_i = 0;
  bench->last_i = 1;
  bench->m_axis_tready_i = 0;
  bench.reset();
  bench->valid_i = 1;
  // Two messages wait in the output register and the slot, four more in the queue.
  for (unsigned i = 0; i < 6; ++i) bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench.tick();
  CHECK(bench.assertion_failed());
}
