// rtl/cut_through/cut_through_random_select.sv
//
// Rationale: all candidates with all random numbers against the definition.
// State space: none, it is combinational; exhaustive in the first column, the others have other
// candidates at the same time.
// Parameter space: 1, 2, 5, 8 and 13 candidates; 1 and 3 columns.
#include "VPick1.h"
#include "VPick13.h"
#include "VPick2.h"
#include "VPick5.h"
#include "VPick8.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

template <class Top>
void all_inputs(unsigned size, unsigned index_bits, unsigned columns = 1) {
  AssertionBench<Top> bench;
  bool equal = true;
  const unsigned all = (1u << size) - 1;
  for (unsigned candidates = 0; candidates <= all; ++candidates) {
    std::vector<unsigned> column;
    for (unsigned c = 0; c < columns; ++c)
      column.push_back(c % 2 == 0 ? candidates >> c : all & ~candidates);
    for (unsigned n = 0; n < size; ++n) {
      unsigned row = 0;
      for (unsigned c = 0; c < columns; ++c) row |= (column[c] >> n & 1u) << c;
      drive(bench->candidate_i[n], row);
    }
    for (unsigned random = 0; random < 1u << index_bits; ++random) {
      drive(bench->random_i, random);
      bench.settle();
      for (unsigned c = 0; c < columns; ++c) {
        std::uint64_t select = 0;
        for (unsigned n = 0; n < size; ++n)
          select |= std::uint64_t{bench->select_o[n] >> c & 1u} << n;
        equal &= select == one_hot(least_xor(column[c], size, random));
      }
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
  all_inputs<VPick5>(5, 3, 3);
  all_inputs<VPick8>(8, 3);
  all_inputs<VPick13>(13, 4);
}
