// rtl/common/wf_onehot_to_index.sv
//
// Rationale: a wrong mask constant shows on a single input, so every legal input is tried.
// State space: none (combinational). Inputs: zero and every one-hot vector.
// Parameter space: Size 1 (no index bit of its own), 5 (not a power of two), 64 (a whole word).
#include "VOnehot1.h"
#include "VOnehot5.h"
#include "VOnehot64.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {
template <class Top>
void try_all(unsigned size) {
  AssertionBench<Top> bench;
  bench->onehot_i = 0;
  bench.settle();
  CHECK(bench->index_o == 0);
  for (unsigned i = 0; i < size; ++i) {
    drive(bench->onehot_i, std::uint64_t{1} << i);
    bench.settle();
    CHECK(bench->index_o == i);
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("every one-hot vector has its index", "[wf_onehot_to_index]") {
  try_all<VOnehot1>(1);
  try_all<VOnehot5>(5);
  try_all<VOnehot64>(64);
}

TEST_CASE("two bits at once are reported", "[wf_onehot_to_index][OnehotInput]") {
  AssertionBench<VOnehot5> bench;
  bench->onehot_i = 0b01010;
  bench.settle();
  CHECK(bench.assertion_failed());
  CHECK(bench->index_o == (1 | 3));
}
