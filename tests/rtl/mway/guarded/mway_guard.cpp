// rtl/mway/guarded/mway_guard.sv
//
// Rationale: combinational: every copy of Drv with every tag, and the channel's answer; then random
// values on all lines.
// State space: none.
// Parameter space: five members, so that three of the four bits of a number are lines; without
// guard.
#include "../reference.hpp"
#include "VGuard.h"
#include "VWires.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

TEST_CASE("a member shows its copy of Drv in both polarities", "[GuardedRecovers]") {
  CombinationalBench<VGuard> bench;
  for (unsigned driver = 0; driver < 8; ++driver) {
    for (const bool aborted : {false, true}) {
      bench->driver_i = static_cast<CData>(driver);
      drive(bench->sent_i, payload_guard(0, 0, false, aborted) | payload(3, 2));
      drive(bench->payload_i, payload(1, 0));
      bench.settle();
      CHECK(payload_ones(bench->payload_o) == driver);
      CHECK(payload_zeros(bench->payload_o) == (~driver & 7));
      CHECK_FALSE(payload_differ(bench->payload_o));
      CHECK(payload_aborted(bench->payload_o) == aborted);
      CHECK(payload_tag(bench->payload_o) == 3);
      CHECK(payload_buffer(bench->payload_o) == 2);
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("in a void cycle a member sees no flit, and starts again from 0", "[GuardedRecovers]") {
  CombinationalBench<VGuard> bench;
  for (unsigned tag = 0; tag < 4; ++tag) {
    for (const bool differ : {false, true}) {
      drive(bench->payload_i, payload_guard(5, 3, differ, false) | payload(tag, 1));
      bench.settle();
      CHECK(bench->tag_o == (differ ? 0 : tag));
      CHECK(bench->resynchronise_o == differ);
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("without guard the lines pass unchanged", "[GuardedRecovers]") {
  CombinationalBench<VWires> bench;
  bench->driver_i = 5;
  drive(bench->sent_i, payload(2, 7));
  drive(bench->payload_i, payload_guard(7, 7, true, true) | payload(1, 3));
  bench.settle();
  CHECK(bench->payload_o == payload(2, 7));
  CHECK(bench->tag_o == 1);
  CHECK_FALSE(bench->resynchronise_o);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("random lines pass as the configuration has it", "[GuardedRecovers]") {
  CombinationalBench<VGuard> guard;
  CombinationalBench<VWires> wires;
  Random random(1);
  constexpr unsigned kLines = (1u << kPayloadBits) - 1;
  constexpr unsigned kUnguarded = payload_guard(0, 0, false, true) - 1;
  for (unsigned round = 0; round < 1000; ++round) {
    const unsigned driver = random() % 8;
    const unsigned sent = random() & kLines;
    const unsigned lines = random() & kLines;
    const auto put = [&](auto& bench) {
      drive(bench->driver_i, driver);
      drive(bench->sent_i, sent);
      drive(bench->payload_i, lines);
      bench.settle();
    };
    put(guard);
    REQUIRE(guard->payload_o == (payload_guard(driver, ~driver & 7, false, payload_aborted(sent)) |
                                 (sent & kUnguarded)));
    REQUIRE(guard->tag_o == (payload_differ(lines) ? kInvalid : payload_tag(lines)));
    REQUIRE(guard->resynchronise_o == payload_differ(lines));
    put(wires);
    REQUIRE(wires->payload_o == sent);
    REQUIRE(wires->tag_o == payload_tag(lines));
    REQUIRE_FALSE(wires->resynchronise_o);
  }
  CHECK_FALSE(guard.assertion_failed());
  CHECK_FALSE(wires.assertion_failed());
}
