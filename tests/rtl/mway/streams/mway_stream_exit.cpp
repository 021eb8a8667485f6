// rtl/mway/streams/mway_stream_exit.sv
//
// Rationale: the pins of an ejection port become flits of stream_exit: tags, slots, sources. What
// an exit does with them is tested there. State space: every (driver, buffer), two messages
// interleaved in all pairs of them. Parameter space: a mesh of 3x2 channels of two processors,
// three buffers.
#include "Vmway_stream_exit.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {
constexpr unsigned kInvalid = 0, kHeader = 1, kBody = 2, kTail = 3;
constexpr unsigned kWays = 5, kBuffers = 3;  // DIM+ and DIM- of dimension 0, one way of dimension 1

void deliver(Bench<Vmway_stream_exit>& bench, unsigned tag, unsigned slot, unsigned data) {
  drive(bench->eject_tag_i, tag);
  drive(bench->eject_driver_i, slot / kBuffers);
  drive(bench->eject_buffer_i, slot % kBuffers);
  drive(bench->eject_data_i, data);
  bench.tick();
  bench->eject_tag_i = kInvalid;
}

void expect(Bench<Vmway_stream_exit>& bench, unsigned source, unsigned data) {
  for (unsigned word = 0; word < 2; ++word) {
    for (unsigned i = 0; !bench->m_axis_tvalid_o; ++i) {
      REQUIRE(i < 4);
      bench.tick();
    }
    REQUIRE(bench->m_axis_tid_o == source);
    REQUIRE(bench->m_axis_tdata_o == (data ^ word));
    REQUIRE(bench->m_axis_tlast_o == word);
    bench->m_axis_tready_i = 0;  // a word waits
    bench.tick();
    REQUIRE(bench->m_axis_tdata_o == (data ^ word));
    bench->m_axis_tready_i = 1;
    bench.settle();
    bench.tick();
  }
}
}  // namespace

TEST_CASE("messages of all drivers and buffers are told apart", "[mway_stream_exit]") {
  const unsigned source = header_source_offset({TopologyKind::kMesh, {3, 2}, 2}, 0);
  Bench<Vmway_stream_exit> bench;
  bench->eject_tag_i = kInvalid;
  bench->m_axis_tready_i = 1;
  bench.reset();
  module_test::Random random(1);
  for (unsigned a = 0; a < kWays * kBuffers; ++a) {
    for (unsigned b = 0; b < kWays * kBuffers; ++b) {
      if (a == b) continue;
      const unsigned from_a = random.below(12), from_b = random.below(12);
      const unsigned data_a = random(), data_b = random();
      deliver(bench, kHeader, a, from_a << source);
      deliver(bench, kHeader, b, from_b << source);
      deliver(bench, kBody, b, data_b);
      deliver(bench, kBody, a, data_a);
      deliver(bench, kTail, a, data_a ^ 1);
      deliver(bench, kTail, b, data_b ^ 1);
      expect(bench, from_a, data_a);
      expect(bench, from_b, data_b);
      REQUIRE_FALSE(bench->eject_stall_o);
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a flit of a driver that does not exist is reported",
          "[mway_stream_exit][MwayStreamExitDriverExists]") {
  Bench<Vmway_stream_exit> bench;
  bench->eject_tag_i = kInvalid;
  bench->m_axis_tready_i = 1;
  bench.reset();
  deliver(bench, kHeader, kWays * kBuffers, 0);
  CHECK(bench.assertion_failed());
}
