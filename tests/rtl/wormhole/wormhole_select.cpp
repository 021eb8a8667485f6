// rtl/wormhole/wormhole_select.sv
//
// Rationale: a wrong control shows with one leg, so every legal selection is tried, of many random
// words. State space: none. Parameter space: one word; two; five, an odd number; eight, of which six
// are legs; eight without legs.
#include "VSelect1.h"
#include "VSelect2.h"
#include "VSelect5.h"
#include "VSelectLegs.h"
#include "VSelectNone.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kLegs = 0b10110111;  // of VSelectLegs

template <class Top>
void all_selections(unsigned words, unsigned legs) {
  CombinationalBench<Top> bench;
  Random random(words);
  for (unsigned trial = 0; trial < 200; ++trial) {
    for (unsigned w = 0; w < words; ++w) bench->word_i[w] = random();
    drive(bench->select_i, 0);
    bench.settle();
    REQUIRE(bench->word_o == 0);
    for (unsigned w = 0; w < words; ++w) {
      if (!has(legs, w)) continue;
      drive(bench->select_i, 1u << w);
      bench.settle();
      REQUIRE(bench->word_o == bench->word_i[w]);
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("every leg gives its word, and no leg zeros", "[wormhole_select]") {
  all_selections<VSelect1>(1, 0b1);
  all_selections<VSelect2>(2, 0b11);
  all_selections<VSelect5>(5, 0b11111);
  all_selections<VSelectLegs>(8, kLegs);
  all_selections<VSelectNone>(8, 0);
}

TEST_CASE("two words, and a word without a leg, are seen",
          "[wormhole_select][WormholeSelectOneLeg]") {
  const auto failed = [](unsigned select) {
    CombinationalBench<VSelectLegs> bench;
    drive(bench->select_i, select);
    bench.settle();
    return bench.assertion_failed();
  };
  CHECK_FALSE(failed(0b100));
  CHECK(failed(0b101));
  CHECK(failed(0b1000));
}
