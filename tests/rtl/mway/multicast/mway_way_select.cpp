// rtl/mway/multicast/mway_way_select.sv
//
// Rationale: combinational; the reference reads one bit of the mask.
// State space: none. Inputs: every mask, way and tag, each with random values of the other lines
// and their complements. Parameter space: the 4x4 mesh with flits of 64 bits, five members on a
// channel.
#include "../reference.hpp"
#include "Vmway_way_select.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

TEST_CASE("a header shows its own way to the members in its mask, and data flits pass",
          "[mway_way_select]") {
  constexpr unsigned kMembers = 5;
  constexpr unsigned kMaskOffset = kDestOffset + 16;
  CombinationalBench<Vmway_way_select> bench;
  Random random(1);
  for (std::uint64_t mask = 0; mask < 1u << kMembers; ++mask) {
    const std::uint64_t drawn = std::uint64_t{random()} << 32 | random();
    for (const std::uint64_t rest : {drawn, ~drawn}) {
      const std::uint64_t field = ((1ull << kMembers) - 1) << kMaskOffset;
      const std::uint64_t data = (rest & ~field) | mask << kMaskOffset;
      for (unsigned way = 0; way < kMembers; ++way) {
        for (unsigned tag = 0; tag < 4; ++tag) {
          bench->own_way_i = static_cast<CData>(way);
          bench->tag_i = static_cast<CData>(tag);
          bench->data_i = data;
          bench.settle();
          const bool mine = (mask >> way & 1) != 0;
          REQUIRE(bench->tag_o == (tag == kHeader && !mine ? kInvalid : tag));
          REQUIRE(bench->data_o == (tag == kHeader ? (data & ~15ull) | way : data));
        }
      }
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}
