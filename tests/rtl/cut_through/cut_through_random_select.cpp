// rtl/cut_through/cut_through_random_select.sv
//
// Rationale: all candidates with all random numbers against the definition.
// State space: none, it is combinational; exhaustive where there are at most 2^16 inputs.
// Parameter space: 1, 2, 5, 8 and 13 candidates.
#include "VPick1.h"
#include "VPick13.h"
#include "VPick2.h"
#include "VPick5.h"
#include "VPick8.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

template <class Top>
void all_inputs(unsigned size, unsigned index_bits) {
  CombinationalBench<Top> bench;
  bool equal = true;
  for (unsigned candidates = 0; candidates < 1u << size; ++candidates) {
    for (unsigned random = 0; random < 1u << index_bits; ++random) {
      drive(bench->candidate_i, candidates);
      drive(bench->random_i, random);
      bench.settle();
      equal &= bench->select_o == one_hot(least_xor(candidates, size, random));
    }
  }
  CHECK(equal);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("the number nearest to the random one",
          "[cut_through_random_select][CutThroughRandomSelectOneCandidate]") {
  all_inputs<VPick1>(1, 1);
  all_inputs<VPick2>(2, 1);
  all_inputs<VPick5>(5, 3);
  all_inputs<VPick8>(8, 3);
  all_inputs<VPick13>(13, 4);
}
