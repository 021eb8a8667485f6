// rtl/mway/mway_lowest_free.sv
//
// Rationale: combinational; every combination of free buffers against a loop over them.
// State space: none. Inputs: 2^Buffers.
// Parameter space: one buffer; four of which three, one, or all serve class 0.
#include "VLowestFree1.h"
#include "VLowestFree4.h"
#include "VLowestFree4One.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

template <class Top>
void all_inputs(unsigned buffers, unsigned class_zero) {
  AssertionBench<Top> bench;
  for (unsigned bits = 0; bits < 2u << buffers; ++bits) {
    const unsigned free = bits & ((1u << buffers) - 1);
    const bool split = bits >> buffers == 0;
    unsigned lowest[2] = {0, 0};
    for (unsigned b = buffers; b-- > 0;) {
      if ((free >> b & 1) == 0) continue;
      if (b >= class_zero) lowest[1] = 1u << b;
      if (b < class_zero || !split) lowest[0] = 1u << b;
    }
    bench->split_i = split;
    drive(bench->free_i, free);
    bench.settle();
    REQUIRE(bench->lowest_o == (lowest[1] << buffers | lowest[0]));
    REQUIRE(bench->available_o == ((lowest[1] != 0 ? 2u : 0u) | (lowest[0] != 0 ? 1u : 0u)));
  }
}

}  // namespace

TEST_CASE("each class shows its lowest free buffer", "[mway_lowest_free]") {
  all_inputs<VLowestFree1>(1, 1);
  all_inputs<VLowestFree4>(4, 3);
  all_inputs<VLowestFree4One>(4, 1);
}
