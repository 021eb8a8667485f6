// rtl/stream/stream_register.sv
//
// Rationale: words leave in order, each once, a cycle after they came at the earliest, and in every
// cycle while both sides keep up. tests/formal proves order and stability.
// State space: none, one or two words inside; random streams and TREADY, and full speed.
// Parameter space: words of 8 bits.
#include "Vstream_register.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;

TEST_CASE("words pass in order at full throughput",
          "[stream_register][StreamRegisterSpareBehind][StreamRegisterHeld]") {
  Bench<Vstream_register> bench;
  module_test::Random random(1);
  bench->s_axis_tvalid_i = 0;
  bench->m_axis_tready_i = 0;
  bench.reset();
  std::deque<unsigned> inside;
  bool offered = false;  // and not taken: it stays
  unsigned passed = 0, full = 0, full_speed = 0;
  for (unsigned cycle = 0; cycle < 10000; ++cycle) {
    const unsigned speed = cycle / 500 % 4;
    const bool fast = speed == 3;
    if (!offered) drive(bench->s_axis_tdata_i, random() & 0xff);
    bench->s_axis_tvalid_i = offered || fast || random.chance(1 + 3 * (speed % 2), 5);
    bench->m_axis_tready_i = fast || random.chance(1 + 3 * (speed / 2), 5);
    bench.settle();
    REQUIRE(bench->s_axis_tready_o == (inside.size() < 2));
    REQUIRE(bench->m_axis_tvalid_o == !inside.empty());
    if (!inside.empty()) REQUIRE(bench->m_axis_tdata_o == inside.front());
    const bool push = bench->s_axis_tvalid_i && bench->s_axis_tready_o;
    const bool pop = bench->m_axis_tvalid_o && bench->m_axis_tready_i;
    full += inside.size() == 2;
    full_speed += fast && push && pop;
    if (pop) inside.pop_front();
    if (push) inside.push_back(bench->s_axis_tdata_i);
    passed += pop;
    offered = bench->s_axis_tvalid_i && !push;
    bench.tick();
  }
  CHECK(passed > 2000);
  CHECK(full > 500);
  CHECK(full_speed > 2480);  // of 2500: not while it starts
  CHECK_FALSE(bench.assertion_failed());
}
