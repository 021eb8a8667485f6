// rtl/wormhole/wormhole_prefix_two.sv
//
// Rationale: every vector against a count in plain C++.
// State space: all vectors. Parameter space: sizes 1, 5 and 8.
#include "VPrefix1.h"
#include "VPrefix5.h"
#include "VPrefix8.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {
template <class Top>
void all_vectors(unsigned size) {
  AssertionBench<Top> bench;
  for (unsigned bits = 0; bits < 1u << size; ++bits) {
    drive(bench->bits_i, bits);
    bench.settle();
    unsigned below = 0;
    unsigned one = 0;
    unsigned two = 0;
    for (unsigned i = 0; i < size; ++i) {
      one |= (below >= 1 ? 1u : 0u) << i;
      two |= (below >= 2 ? 1u : 0u) << i;
      below += bits >> i & 1;
    }
    REQUIRE(bench->above_one_o == one);
    REQUIRE(bench->above_two_o == two);
    REQUIRE((bench->one_o != 0) == (below >= 1));
    REQUIRE((bench->two_o != 0) == (below >= 2));
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("every vector", "[wormhole_prefix_two][WormholePrefixTwoCounts]") {
  all_vectors<VPrefix1>(1);
  all_vectors<VPrefix5>(5);
  all_vectors<VPrefix8>(8);
}
