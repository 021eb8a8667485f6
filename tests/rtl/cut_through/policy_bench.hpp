// Runs a policy module, input- or output-driven, against the reference.
#pragma once

#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

namespace wayfarer::cut_through_test {

/// The permitted connections: for the reference, and packed for the module's port, which has at
/// most 64 bits.
struct Matrix {
  std::vector<std::uint64_t> may;
  std::uint64_t packed = 0;
};

/// From none to all over the run.
inline Matrix draw_matrix(const Side& inputs, const Side& outputs, unsigned cycle, Random& random) {
  Matrix matrix;
  for (unsigned in = 0; in < inputs.buffers(); ++in) {
    matrix.may.push_back(random.bits(outputs.buffers(), cycle / 100 % 5, 6));
    matrix.packed |= matrix.may.back() << in * outputs.buffers();
  }
  return matrix;
}

/// Random matrices against the reference.
template <class Top>
void run_policy(const Side& inputs, const Side& outputs, Policy policy) {
  Bench<Top> bench;
  Connector reference(inputs, outputs, policy);
  Random random(1);
  bench->may_i = 0;
  bench->random_i = 0;
  bench.reset();
  unsigned connections = 0;
  for (unsigned cycle = 0; cycle < 30000; ++cycle) {
    const Matrix matrix = draw_matrix(inputs, outputs, cycle, random);
    drive(bench->may_i, matrix.packed);
    bench->random_i = random();
    bench.settle();
    const Connection expected = reference.next(matrix.may, bench->random_i);
    REQUIRE(bench->input_o == one_hot(expected.in));
    REQUIRE(bench->output_o == one_hot(expected.out));
    connections += expected.in != kNone;
    bench.tick();
  }
  CHECK(connections > 10000);
  CHECK(connections < 29000);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace wayfarer::cut_through_test
