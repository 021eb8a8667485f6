// rtl/common/wf_arbiter_fixed.sv
//
// Rationale: combinational, so every input is tried.
// State space: none. Inputs: all 2^Requests request vectors, 65536 at most.
// Parameter space: Requests 1, 2, 3, 5, 8, 16: one, powers of two, and not.
#include "VFixed1.h"
#include "VFixed16.h"
#include "VFixed2.h"
#include "VFixed3.h"
#include "VFixed5.h"
#include "VFixed8.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {
template <class Top>
void try_all(unsigned requests) {
  AssertionBench<Top> bench;
  for (unsigned request = 0; request < (1u << requests); ++request) {
    unsigned index = 0;
    while (request != 0 && (request >> index & 1) == 0) ++index;
    drive(bench->request_i, request);
    bench.settle();
    REQUIRE(bench->valid_o == (request != 0));
    REQUIRE(bench->index_o == index);
    REQUIRE(bench->grant_o == (request != 0 ? 1u << index : 0));
  }
  REQUIRE_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("the lowest request wins",
          "[wf_arbiter_fixed][ArbiterGrantOnehot][ArbiterGrantRequested][ArbiterWorkConserving]") {
  try_all<VFixed1>(1);
  try_all<VFixed2>(2);
  try_all<VFixed3>(3);
  try_all<VFixed5>(5);
  try_all<VFixed8>(8);
  try_all<VFixed16>(16);
}
