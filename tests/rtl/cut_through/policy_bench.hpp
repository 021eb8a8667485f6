// Runs a policy module, input- or output-driven, against the reference.
#pragma once

#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

namespace wayfarer::cut_through_test {

/// Drives requests and free output buffers, from none to all over the run. Returns, by input
/// buffer, the connections that both permit.
template <class Top>
std::vector<std::uint64_t> drive_requests(Bench<Top>& bench, const Side& inputs,
                                          const Side& outputs, unsigned cycle, Random& random) {
  const std::uint64_t free = random.bits(outputs.buffers(), 2, 3);
  drive(bench->free_i, free);
  std::vector<std::uint64_t> may;
  for (unsigned in = 0; in < inputs.buffers(); ++in) {
    const std::uint64_t request = random.bits(outputs.buffers(), cycle / 100 % 5, 4);
    drive(bench->request_i[in], request);
    may.push_back(request & free);
  }
  return may;
}

/// Random matrices against the reference.
template <class Top>
void run_policy(const Side& inputs, const Side& outputs, Policy policy,
                Choice choice = Choice::kXor) {
  Bench<Top> bench;
  Connector reference(inputs, outputs, policy, choice);
  Random random(1);
  bench->random_i = 0;
  drive_requests(bench, inputs, outputs, 0, random);
  bench.reset();
  unsigned connections = 0;
  for (unsigned cycle = 0; cycle < 30000; ++cycle) {
    const auto may = drive_requests(bench, inputs, outputs, cycle, random);
    bench->random_i = random();
    bench.settle();
    const Connection expected = reference.next(may, bench->random_i);
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
