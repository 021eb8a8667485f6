// rtl/wormhole/wormhole_crossbar.sv
//
// Rationale: random connections of outputs with different inputs; each output sees its source and
// pops it, nobody else does. Two outputs that take from one input, and an output that takes from
// an empty one, must fail the assertions.
// State space: none. Parameter space: 6 inputs and 3 outputs, 3 inputs and 7 outputs.
#include "VCrossbarNarrow.h"
#include "VCrossbarWide.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned inputs, unsigned outputs, unsigned seed) {
  CombinationalBench<Top> bench;
  Random random(seed);
  std::vector<unsigned> order(inputs);
  std::iota(order.begin(), order.end(), 0u);
  for (unsigned trial = 0; trial < 5000; ++trial) {
    const std::uint64_t occupied = random.bits(inputs, 2, 3);
    for (unsigned i = 0; i < inputs; ++i) std::swap(order[i], order[random.below(inputs)]);
    for (unsigned i = 0; i < inputs; ++i) {
      drive(bench->tag_i[i], random() % 4);
      bench->data_i[i] = random();
    }
    std::uint64_t connected = 0;
    std::uint64_t fed = 0;
    for (unsigned o = 0; o < outputs; ++o) {
      const unsigned source = order[o % inputs];
      drive(bench->source_i[o], source);
      if (o >= inputs || random.chance(1, 4)) continue;
      connected |= one_hot(static_cast<int>(o));
      fed |= std::uint64_t{has(occupied, source)} << o;
    }
    const std::uint64_t take = fed & random.bits(outputs, 2, 3);
    drive(bench->occupied_i, occupied);
    drive(bench->connected_i, connected);
    drive(bench->take_i, take);
    bench.settle();
    REQUIRE(bench->fed_o == fed);
    std::uint64_t popped = 0;
    for (unsigned o = 0; o < outputs; ++o) {
      const unsigned source = order[o % inputs];
      if (has(take, o)) popped |= std::uint64_t{1} << source;
      REQUIRE(bench->tag_o[o] == bench->tag_i[source]);
      REQUIRE(bench->data_o[o] == bench->data_i[source]);
      REQUIRE(has(bench->end_o, o) == (has(take, o) && (bench->tag_i[source] & kTail) != 0));
    }
    REQUIRE(bench->pop_o == popped);
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("random connections", "[wormhole_crossbar]") {
  random_run<VCrossbarWide>(6, 3, 1);
  random_run<VCrossbarNarrow>(3, 7, 2);
}

TEST_CASE("connections that are none are seen",
          "[wormhole_crossbar][WormholeCrossbarOneReader]"
          "[WormholeCrossbarTakesWhatIsThere]") {
  for (const bool empty : {false, true}) {
    CombinationalBench<VCrossbarWide> bench;
    bench->occupied_i = empty ? 0 : 1;
    bench->connected_i = empty ? 1 : 3;
    bench->source_i[0] = 0;
    bench->source_i[1] = 0;
    bench->take_i = empty ? 1 : 3;
    bench.settle();
    CHECK(bench.assertion_failed());
  }
}
