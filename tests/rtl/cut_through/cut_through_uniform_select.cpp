// rtl/cut_through/cut_through_uniform_select.sv
//
// Rationale: the selection against its definition, and the shares of the candidates: of all random
// numbers each candidate has floor(2^Width / n) or one more.
// State space: none, it is combinational. Exhaustive up to 8 candidates, in all sets and with all
// random numbers; of 26 candidates, as in a node of a torus, random sets, with random numbers of
// the width that the router uses, and its extremes.
// Parameter space: 1, 5, 8 and 26 candidates, random numbers of 1, 3, 8 and 16 bits, as many as
// candidates or many more.
#include "VUniform1.h"
#include "VUniform26.h"
#include "VUniform5.h"
#include "VUniform8.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

template <class Top>
void all_inputs(unsigned size, unsigned width) {
  AssertionBench<Top> bench;
  bool equal = true;
  bool fair = true;
  for (unsigned candidates = 0; candidates < 1u << size; ++candidates) {
    std::vector<unsigned> shares(size, 0);
    drive(bench->candidate_i, candidates);
    for (unsigned random = 0; random < 1u << width; ++random) {
      drive(bench->random_i, random);
      bench.settle();
      const int expected = uniform_of(candidates, size, random, width);
      equal &= bench->select_o == one_hot(expected);
      if (expected != kNone) ++shares[static_cast<unsigned>(expected)];
    }
    const auto count = static_cast<unsigned>(__builtin_popcount(candidates));
    for (unsigned n = 0; n < size; ++n) {
      const unsigned least = has(candidates, n) ? (1u << width) / count : 0;
      fair &= shares[n] == least || (has(candidates, n) && shares[n] == least + 1);
    }
  }
  CHECK(equal);
  CHECK(fair);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("the candidate of the random rank, equal shares for all",
          "[cut_through_uniform_select][CutThroughUniformSelectOneCandidate]") {
  all_inputs<VUniform1>(1, 1);
  all_inputs<VUniform5>(5, 8);
  all_inputs<VUniform8>(8, 3);
}

TEST_CASE("as many candidates as a node of a torus has buffers",
          "[cut_through_uniform_select][CutThroughUniformSelectOneCandidate]") {
  AssertionBench<VUniform26> bench;
  Random random(1);
  bool equal = true;
  for (unsigned trial = 0; trial < 100'000; ++trial) {
    const std::uint64_t candidates = random.bits(26, 1 + trial % 9, 8);
    const unsigned word = trial % 10 == 0 ? 0xffffu : trial % 10 == 1 ? 0u : random() & 0xffffu;
    drive(bench->candidate_i, candidates);
    drive(bench->random_i, word);
    bench.settle();
    equal &= bench->select_o == one_hot(uniform_of(candidates, 26, word, 16));
  }
  CHECK(equal);
  CHECK_FALSE(bench.assertion_failed());
}
