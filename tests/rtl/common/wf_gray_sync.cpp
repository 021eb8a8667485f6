// rtl/common/wf_gray_sync.sv
//
// Rationale: a pointer that counts at any speed comes out Stages edges later, and never as a value
// that it has not had. A bit that changes just as it is sampled is taken as before or as after, at
// random, which is all that a metastable register can do. State space: all values of a pointer x 0
// to 9 counts between edges. Parameter space: 1 and 4 bits, two and three registers.
#include "VGray1.h"
#include "VGray4.h"
#include "VGrayThree.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <random>

using namespace wayfarer;

namespace {

unsigned gray(unsigned value, unsigned mask) { return (value ^ (value & mask) >> 1) & mask; }

template <class Top>
void crosses(unsigned width, unsigned stages = 2) {
  const unsigned mask = (1u << width) - 1;
  const auto code = [mask](unsigned count) { return gray(count & mask, mask); };
  Bench<Top> bench;
  std::mt19937 random(width);
  drive(bench->gray_i, mask);
  bench.reset();
  REQUIRE(bench->gray_o == 0);
  unsigned count = 0;
  unsigned undecided = 0;
  std::deque<unsigned> sampled(stages, 0u);  // counts, the oldest one first
  for (unsigned i = 0; i < 5000; ++i) {
    const unsigned before = count;
    count += static_cast<unsigned>(i % 3 == 0 ? random() % 10 : random() % 2);
    // The last count may be too late for this edge.
    const unsigned seen = count != before && random() % 2 == 0 ? count - 1 : count;
    undecided += seen != count;
    drive(bench->gray_i, code(seen));
    bench.settle();
    bench.tick();
    sampled.push_back(seen);
    sampled.pop_front();
    REQUIRE(bench->gray_o == code(sampled.front()));
    REQUIRE_FALSE(bench.assertion_failed());
  }
  CHECK(undecided > 1000);
}

}  // namespace

TEST_CASE("a pointer comes out as many edges later as there are registers",
          "[wf_gray_sync][GraySyncHeld]") {
  crosses<VGray1>(1);
  crosses<VGray4>(4);
  crosses<VGrayThree>(4, 3);
}
