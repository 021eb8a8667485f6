// rtl/common/wf_prefix_or.sv
//
// Rationale: each step of shift and OR must reach every position, so all vectors are tried where
// that is affordable, and every pair of bits at 64.
// State space: none (combinational). Inputs: all vectors of 1 and 11 bits, all pairs of 64.
// Parameter space: Size 1 (no step), 11 (not a power of two), 64 (a whole word).
#include "VPrefix1.h"
#include "VPrefix11.h"
#include "VPrefix64.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {
template <class Top>
void try_one(AssertionBench<Top>& bench, unsigned size, std::uint64_t bits) {
  std::uint64_t above = 0;
  for (unsigned i = 1; i < size; ++i)
    above |= std::uint64_t{(bits & ((std::uint64_t{1} << i) - 1)) != 0} << i;
  drive(bench->bits_i, bits);
  bench.settle();
  REQUIRE(bench->above_o == above);
  REQUIRE(bench->any_o == (bits != 0));
}
}  // namespace

TEST_CASE("every position above a set bit", "[wf_prefix_or][PrefixOrLowest]") {
  AssertionBench<VPrefix1> one;
  for (unsigned bits = 0; bits < 2; ++bits) try_one(one, 1, bits);
  AssertionBench<VPrefix11> some;
  for (unsigned bits = 0; bits < 2048; ++bits) try_one(some, 11, bits);
  AssertionBench<VPrefix64> many;
  for (unsigned i = 0; i < 64; ++i)
    for (unsigned j = 0; j <= i; ++j)
      try_one(many, 64, std::uint64_t{1} << i | std::uint64_t{1} << j);
  try_one(many, 64, 0);
  CHECK_FALSE(one.assertion_failed());
  CHECK_FALSE(some.assertion_failed());
  CHECK_FALSE(many.assertion_failed());
}
