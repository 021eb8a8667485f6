// rtl/linear/linear_stream_exit.sv
//
// Rationale: messages come out whole, in order, each with its source, in the closed form's time; a
// stall comes before the queue is full.
// State space: random messages of several sources, gaps, random TREADY, low for long.
// Parameter space: words of 64 bits.
#include "Vlinear_stream_exit.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

using Exit = Bench<Vlinear_stream_exit>;

struct Word {
  std::uint64_t data;
  unsigned source;
  bool last;
};

void eject(Exit& bench, bool valid, unsigned tag, std::uint64_t data) {
  bench->eject_valid_i = valid;
  drive(bench->eject_tag_i, tag);
  bench->eject_data_i = data;
}

}  // namespace

TEST_CASE("messages come out whole with their source",
          "[linear_stream_exit][LinearStreamExitHasRoom][LinearStreamExitHeld]") {
  Exit bench;
  Random random(1);
  std::deque<Word> message, expected;
  bool stalled = false;
  unsigned received = 0;
  eject(bench, false, 0, 0);
  bench->m_axis_tready_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const bool valid = !stalled && random.chance(7, 8);
    if (!valid) {
      eject(bench, false, random.below(4), random());
    } else if (message.empty()) {
      const unsigned source = random.below(128);
      const unsigned words = 1 + random.below(5);
      for (unsigned i = 0; i < words; ++i)
        message.push_back({std::uint64_t{random()} << 32 | random(), source, i + 1 == words});
      eject(bench, true, kHead, source << 8 | random.below(256));
    } else {
      eject(bench, true, message.front().last ? kTail : kBody, message.front().data);
      expected.push_back(message.front());
      message.pop_front();
    }
    bench->m_axis_tready_i = cycle / 500 % 4 != 0 && random.chance(7, 8);
    bench.settle();
    stalled = bench->eject_stall_o;
    if (bench->m_axis_tvalid_o && bench->m_axis_tready_i) {
      REQUIRE_FALSE(expected.empty());
      REQUIRE(bench->m_axis_tdata_o == expected.front().data);
      REQUIRE(bench->m_axis_tid_o == expected.front().source);
      REQUIRE(bench->m_axis_tlast_o == expected.front().last);
      expected.pop_front();
      ++received;
    }
    bench.tick();
  }
  CHECK(received > 8000);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a word is on m_axis two cycles later, and one follows in each cycle",
          "[linear_stream_exit]") {
  Exit bench;
  eject(bench, false, 0, 0);
  bench->m_axis_tready_i = 1;
  bench.reset();
  for (unsigned cycle = 0; cycle < 6; ++cycle) {
    eject(bench, cycle < 4, cycle == 0 ? kHead : cycle == 3 ? kTail : kBody, 5 << 8 | cycle);
    bench.settle();
    REQUIRE(bench->m_axis_tvalid_o == (cycle >= 3));
    if (cycle >= 3) REQUIRE(bench->m_axis_tdata_o == (5 << 8 | (cycle - 2)));
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a header leaves the queue past a word that waits", "[linear_stream_exit]") {
  Exit bench;
  bench->m_axis_tready_i = 0;
  eject(bench, false, 0, 0);
  bench.reset();
  for (const unsigned tag : {kHead, kTail, kHead, kBody, kBody}) {
    eject(bench, true, tag, 0);
    bench.tick();
  }
  eject(bench, false, 0, 0);
  bench.tick();
  CHECK(bench->m_axis_tvalid_o == 1);
  CHECK(bench->eject_stall_o == 0);  // two of four words
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a flit in spite of the stall is reported", "[linear_stream_exit]") {
  Exit bench;
  bench->m_axis_tready_i = 0;
  eject(bench, false, 0, 0);
  bench.reset();
  for (unsigned flit = 0; flit < 7; ++flit) {
    CHECK_FALSE(bench.assertion_failed());
    eject(bench, true, flit == 0 ? kHead : kBody, flit);
    bench.tick();
  }
  CHECK(bench.assertion_failed());
}
