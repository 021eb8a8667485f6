// rtl/wormhole/wormhole_crossbar.sv
//
// Rationale: random selections of different inputs by outputs; each output sees its source, and
// pops it if it has room and the source a flit; no other does. Two outputs of one input, two inputs
// of one output and a missing leg must fail the assertions. State space: none. Parameter space: 6
// inputs and 3 outputs, with all legs and without one, also with chains; with three, two and one
// leg, the first above the bound of chains; 3 inputs and 7 outputs.
#include "VCrossbarChains.h"
#include "VCrossbarFew.h"
#include "VCrossbarLegs.h"
#include "VCrossbarNarrow.h"
#include "VCrossbarWide.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <initializer_list>
#include <numeric>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
/// VCrossbarLegs and VCrossbarChains lack the leg from input 1 to output 2.
bool all_legs(unsigned, unsigned) { return true; }
bool some_legs(unsigned output, unsigned input) { return output != 2 || input != 1; }
/// VCrossbarFew's outputs have three, two and one.
bool few_legs(unsigned output, unsigned input) { return output + input < 3; }

template <class Top>
void random_run(unsigned inputs, unsigned outputs, unsigned seed,
                bool (*legal)(unsigned output, unsigned input)) {
  AssertionBench<Top> bench;
  Random random(seed);
  std::vector<unsigned> order(inputs), places(outputs);
  std::iota(order.begin(), order.end(), 0u);
  std::iota(places.begin(), places.end(), 0u);
  for (unsigned trial = 0; trial < 5000; ++trial) {
    for (unsigned i = 0; i < inputs; ++i) std::swap(order[i], order[random.below(inputs)]);
    for (unsigned o = 0; o < outputs; ++o) std::swap(places[o], places[random.below(outputs)]);
    for (unsigned i = 0; i < inputs; ++i) {
      drive(bench->tag_i[i], random() % 4);
      bench->data_i[i] = random();
    }
    const std::uint64_t room = random.bits(outputs, 2, 3);
    const std::uint64_t occupied = random.bits(inputs, 2, 3);
    std::uint64_t ended = 0;
    std::uint64_t heads = random.bits(outputs, 1, 2);  // free without a source
    std::uint64_t popped = 0;
    std::vector<int> sources(outputs, kNone);
    for (unsigned o = 0; o < outputs; ++o) {
      // Each input has at most one output, any of them.
      if (places[o] < inputs && !random.chance(1, 4) && legal(o, order[places[o]]))
        sources[o] = static_cast<int>(order[places[o]]);
      drive(bench->select_i[o], one_hot(sources[o]));
      if (sources[o] != kNone) {
        heads &= ~one_hot(static_cast<int>(o));
        if ((bench->tag_i[sources[o]] & kHead) != 0) heads |= one_hot(static_cast<int>(o));
      }
      if (sources[o] == kNone || !has(room, o) || (occupied & one_hot(sources[o])) == 0) continue;
      popped |= one_hot(sources[o]);
      if ((bench->tag_i[sources[o]] & kTail) != 0) ended |= one_hot(sources[o]);
    }
    drive(bench->room_i, room);
    drive(bench->occupied_i, occupied);
    drive(bench->head_i, heads);
    bench.settle();
    for (unsigned o = 0; o < outputs; ++o) {
      const bool selects = sources[o] != kNone;
      REQUIRE(bench->tag_o[o] == (selects ? bench->tag_i[sources[o]] : has(heads, o) ? kHead : 0));
      REQUIRE(bench->data_o[o] == (selects ? bench->data_i[sources[o]] : 0));
    }
    REQUIRE(bench->pop_o == popped);
    REQUIRE(bench->end_o == ended);
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("random connections", "[wormhole_crossbar]") {
  random_run<VCrossbarWide>(6, 3, 1, all_legs);
  random_run<VCrossbarNarrow>(3, 7, 2, all_legs);
  random_run<VCrossbarLegs>(6, 3, 3, some_legs);
  random_run<VCrossbarChains>(6, 3, 4, some_legs);
  random_run<VCrossbarFew>(6, 3, 5, few_legs);
}

TEST_CASE("illegal connections are detected",
          "[wormhole_crossbar][WormholeCrossbarOneReader][WormholeCrossbarOneSource]") {
  const auto failed = [](std::initializer_list<unsigned> select, unsigned room) {
    AssertionBench<VCrossbarLegs> bench;
    drive(bench->occupied_i, 0);
    unsigned output = 0;
    for (const unsigned sources : select) drive(bench->select_i[output++], sources);
    drive(bench->room_i, room);
    bench.settle();
    return bench.assertion_failed();
  };
  CHECK_FALSE(failed({1, 2, 4}, 7));
  CHECK(failed({1, 1, 0}, 3));  // two outputs read one input
  CHECK(failed({3, 0, 0}, 0));  // an output reads two inputs
  CHECK(failed({1, 4, 2}, 0));  // over the leg that is not there
}

TEST_CASE("a header that is none is seen", "[wormhole_crossbar][WormholeCrossbarHeader]") {
  const auto failed = [](unsigned tag, bool head, bool occupied) {
    AssertionBench<VCrossbarLegs> bench;
    for (auto& select : bench->select_i) select = 0;
    drive(bench->select_i[0], 1);
    drive(bench->room_i, 0);
    drive(bench->tag_i[0], tag);
    drive(bench->head_i, head);
    drive(bench->occupied_i, occupied);
    bench.settle();
    return bench.assertion_failed();
  };
  CHECK_FALSE(failed(kHead, true, true));
  CHECK_FALSE(failed(kTail, false, true));
  CHECK(failed(kTail, true, true));
  CHECK(failed(kHead, false, true));
  CHECK_FALSE(failed(kHead, false, false));  // there is no flit
}
