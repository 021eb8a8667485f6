// rtl/cut_through/cut_through_oldest.sv
//
// Rationale: random candidates while messages enter in random order, against a list of the frames
// in the order of their messages. State space: the orders of the frames. Parameter space: 1, 2 and
// 5 frames; 1 and 3 columns.
#include "VOldest1.h"
#include "VOldest2.h"
#include "VOldest5.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

template <class Top>
void random_order(unsigned frames, unsigned columns) {
  Bench<Top> bench;
  Random random(frames);
  std::vector<unsigned> order(frames);
  std::iota(order.begin(), order.end(), 0u);
  bench->enter_i = 0;
  for (auto& candidate : bench->candidate_i) candidate = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    for (unsigned f = 0; f < frames; ++f) drive(bench->candidate_i[f], random.bits(columns, 1, 2));
    const bool enters = random.chance(1, 2);
    const unsigned frame = random.below(frames);
    drive(bench->enter_i, enters ? 1u << frame : 0);
    bench.settle();
    for (unsigned c = 0; c < columns; ++c) {
      unsigned expected = frames;
      for (const unsigned f : order)
        if (expected == frames && (bench->candidate_i[f] >> c & 1) != 0) expected = f;
      for (unsigned f = 0; f < frames; ++f)
        REQUIRE((bench->select_o[f] >> c & 1) == (f == expected ? 1 : 0));
    }
    bench.tick();
    if (!enters) continue;
    order.erase(std::find(order.begin(), order.end(), frame));
    order.push_back(frame);
  }
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("the message that entered first",
          "[cut_through_oldest][CutThroughOldestOneEnters][CutThroughOldestOneCandidate]") {
  random_order<VOldest1>(1, 1);
  random_order<VOldest2>(2, 3);
  random_order<VOldest5>(5, 3);
}

TEST_CASE("two messages that enter at once are detected",
          "[cut_through_oldest][CutThroughOldestOneEnters]") {
  Bench<VOldest2> bench;
  for (auto& candidate : bench->candidate_i) candidate = 0;
  bench->enter_i = 0;
  bench.reset();
  bench->enter_i = 3;
  bench.tick();
  CHECK(bench.assertion_failed());
}
