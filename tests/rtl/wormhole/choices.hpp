// Random requests and free output buffers against a list of buffers that remember whom they took
// last, until a reset: for wormhole_choice_chain and wormhole_choice_pair, which choose the same.
#pragma once

#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <vector>

namespace wayfarer::module_test {

template <class Top>
void check_choices(unsigned requests, unsigned outputs, unsigned seed) {
  Bench<Top> bench;
  Random random(seed);
  bench->request_i = 0;
  bench->free_i = 0;
  bench.reset();
  std::vector<unsigned> last(outputs, requests - 1);
  unsigned all_chose = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    if (random.chance(1, 100)) {
      bench.reset();
      last.assign(outputs, requests - 1);
    }
    const std::uint64_t request = random.bits(requests, 1 + cycle / 100 % 3, 4);
    const std::uint64_t free = random.bits(outputs, 2, 3);
    drive(bench->request_i, request);
    drive(bench->free_i, free);
    bench.settle();
    std::uint64_t left = request;
    std::uint64_t valid = 0;
    for (unsigned l = 0; l < outputs; ++l) {
      const int chosen = has(free, l) ? next_behind(left, requests, last[l]) : kNone;
      REQUIRE(bench->choice_o[l] == one_hot(chosen));
      if (chosen == kNone) continue;
      last[l] = static_cast<unsigned>(chosen);
      left &= ~one_hot(chosen);
      valid |= one_hot(static_cast<int>(l));
    }
    REQUIRE(bench->valid_o == valid);
    all_chose += valid + 1 == std::uint64_t{1} << outputs;
    bench.tick();
  }
  if (requests >= outputs) CHECK(all_chose > 1000);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace wayfarer::module_test
