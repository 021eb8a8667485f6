// rtl/cut_through/cut_through_lane_binding.sv
//
// Rationale: headers one after the other, each with the virtual channels of one group or with none,
// against free output buffers that change at random: the first cycle decides, later ones keep to
// it, except after a reset. State space: every set of free buffers of a group at the decision;
// waits of 1 to 8 cycles. Parameter space: 1, 2 and 4 groups, 1 to 3 virtual channels each.
#include "VBinding1.h"
#include "VBinding2.h"
#include "VBinding3.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

/// Returns, by the number of the virtual channel, how often it was chosen.
template <class Top>
std::vector<unsigned> random_headers(unsigned groups, unsigned vcs) {
  Bench<Top> bench;
  Random random(groups);
  std::vector<unsigned> chosen(vcs, 0);
  bench->eligible_i = 0;
  bench->request_i = 0;
  bench->free_i = 0;
  bench.reset();
  for (unsigned header = 0; header < 3000; ++header) {
    const unsigned group = random.below(groups + 1);  // the last one: it leaves the network
    const unsigned first = group * vcs;
    const std::uint64_t request = group == groups ? 0 : ((1u << vcs) - 1u) << first;
    int vc = kNone;
    for (unsigned wait = 1 + random.below(8); wait != 0; --wait) {
      if (random.chance(1, 20)) {  // the header waits on
        bench.reset();
        vc = kNone;
      }
      const std::uint64_t free = random() & ((std::uint64_t{1} << groups * vcs) - 1);
      if (vc == kNone) vc = lowest((request & free) >> first, vcs);
      if (vc == kNone) vc = 0;
      drive(bench->eligible_i, 1);
      drive(bench->request_i, request);
      drive(bench->free_i, free);
      bench.settle();
      const std::uint64_t bound =
          request == 0 ? 0 : std::uint64_t{1} << (first + static_cast<unsigned>(vc));
      REQUIRE(bench->request_o == bound);
      bench.tick();
    }
    if (request != 0) ++chosen[static_cast<unsigned>(vc)];
    drive(bench->eligible_i, 0);
    for (unsigned idle = 1 + random.below(2); idle != 0; --idle) bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
  return chosen;
}

}  // namespace

TEST_CASE("a header waits for the virtual channel of its first cycle",
          "[cut_through_lane_binding]") {
  for (const std::vector<unsigned>& chosen :
       {random_headers<VBinding1>(2, 1), random_headers<VBinding2>(4, 2),
        random_headers<VBinding3>(1, 3)})
    for (const unsigned headers : chosen) CHECK(headers > 100);
}

TEST_CASE("a request of two groups is detected",
          "[cut_through_lane_binding][CutThroughBindsOneLane]") {
  Bench<VBinding2> bench;
  bench->eligible_i = 0;
  bench->request_i = 0b11;
  bench->free_i = 0;
  bench.reset();
  bench->eligible_i = 1;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->request_i = 0b1111;
  bench.tick();
  CHECK(bench.assertion_failed());
}
