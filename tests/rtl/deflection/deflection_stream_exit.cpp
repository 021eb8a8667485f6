// rtl/deflection/deflection_stream_exit.sv
//
// Rationale: the fields of a flit reach the slots; acknowledgements go to the entry. What becomes
// of words in slots is tested with stream_reassembly. State space: every source; two messages
// interleaved, words backwards. Parameter space: a torus of 3x2, messages of two words.
#include "Vdeflection_stream_exit.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {

constexpr unsigned kTerminals = 6;

/// A word of 25 bits.
unsigned draw(module_test::Random& random) { return random() >> 7; }

std::uint64_t flit(unsigned source, unsigned place, bool last, bool acknowledgement,
                   std::uint64_t data) {
  return std::uint64_t{source} << 32 | std::uint64_t{place} << 35 | std::uint64_t{last} << 37 |
         std::uint64_t{acknowledgement} << 38 | data << 39;
}

void deliver(Bench<Vdeflection_stream_exit>& bench, std::uint64_t data) {
  bench->eject_valid_i = 1;
  bench->eject_data_i = data;
  bench.settle();
  REQUIRE_FALSE(bench->acknowledge_o);
  bench.tick();
  bench->eject_valid_i = 0;
  bench.settle();
}

/// Both words of a message, from the next cycle on.
void comes_out(Bench<Vdeflection_stream_exit>& bench, unsigned source, unsigned data) {
  REQUIRE_FALSE(bench->m_axis_tvalid_o);
  bench.tick();
  for (unsigned word = 0; word < 2; ++word) {
    REQUIRE(bench->m_axis_tvalid_o);
    REQUIRE(bench->m_axis_tid_o == source);
    REQUIRE(bench->m_axis_tdata_o == (data ^ word));
    REQUIRE(bench->m_axis_tlast_o == word);
    if (word == 0) REQUIRE(bench->sent_o == 1u << source);
    bench.tick();
  }
}

}  // namespace

TEST_CASE("words of all sources are told apart", "[deflection_stream_exit]") {
  Bench<Vdeflection_stream_exit> bench;
  bench->eject_valid_i = 0;
  bench->m_axis_tready_i = 1;
  bench.reset();
  module_test::Random random(1);
  for (unsigned round = 0; round < 4 * kTerminals; ++round) {
    const unsigned a = round % kTerminals, b = (a + 1) % kTerminals;
    const unsigned data_a = draw(random), data_b = draw(random);
    deliver(bench, flit(a, 1, true, false, data_a ^ 1));
    deliver(bench, flit(b, 0, false, false, data_b));
    deliver(bench, flit(a, 0, false, false, data_a));
    comes_out(bench, a, data_a);
    deliver(bench, flit(b, 1, true, false, data_b ^ 1));
    comes_out(bench, b, data_b);
    bench->eject_valid_i = 1;
    bench->eject_data_i = flit(a, 0, false, true, 0);
    bench.settle();
    REQUIRE(bench->acknowledge_o);
    REQUIRE(bench->source_o == a);
    bench.tick();
    bench->eject_valid_i = 0;
    bench.settle();
    REQUIRE_FALSE(bench->acknowledge_o);
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a word for a complete message is reported",
          "[deflection_stream_exit][DeflectionStreamExitHasRoom]") {
  Bench<Vdeflection_stream_exit> bench;
  bench->eject_valid_i = 0;
  bench->m_axis_tready_i = 0;
  bench.reset();
  // The first message waits at m_axis, the second in its slot.
  for (unsigned message = 0; message < 2; ++message) {
    deliver(bench, flit(3, 0, true, false, message));
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
  deliver(bench, flit(3, 0, true, false, 2));
  CHECK(bench.assertion_failed());
}
