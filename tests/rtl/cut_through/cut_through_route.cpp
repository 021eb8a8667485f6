// rtl/cut_through/cut_through_route.sv
//
// Rationale: every legal header at every node against the rules, written independently.
// State space: exhaustive.
// Parameter space: the four routings, mesh and torus, odd extents, 2 and 3 dimensions, several
// virtual channels, input buffers of escape and other channels, a torus with one class.
#include "VRouteChaos.h"
#include "VRouteEscape.h"
#include "VRouteMesh.h"
#include "VRouteOneClass.h"
#include "VRouteOrder.h"
#include "VRouteStar.h"
#include "VRouteTriplex.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

#include <functional>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

/// Calls action for every vector with low[i] <= value[i] <= high[i].
void for_all(const std::vector<int>& low, const std::vector<int>& high,
             const std::function<void(const std::vector<int>&)>& action) {
  std::vector<int> value = low;
  for (;;) {
    action(value);
    std::size_t i = 0;
    while (i < value.size() && value[i] == high[i]) {
      value[i] = low[i];
      ++i;
    }
    if (i == value.size()) return;
    ++value[i];
  }
}

std::uint64_t packed(const std::vector<int>& fields, unsigned width) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < fields.size(); ++i)
    word |= (static_cast<std::uint64_t>(fields[i]) & ((1u << width) - 1)) << i * width;
  return word;
}

/// Returns the headers that were tried.
template <class Top>
unsigned all_headers(const Net& net, bool escape, unsigned digit_width) {
  AssertionBench<Top> bench;
  unsigned headers = 0;
  bool equal = true;
  std::vector<int> ends;
  for (const int extent : net.extents) ends.push_back(extent - 1);
  for_all(std::vector<int>(net.dimensions(), 0), ends, [&](const std::vector<int>& position) {
    std::vector<int> low, high;
    for (unsigned d = 0; d < net.dimensions(); ++d) {
      low.push_back(net.torus ? -ends[d] : -position[d]);
      high.push_back(net.torus ? ends[d] : ends[d] - position[d]);
    }
    for_all(low, high, [&](const std::vector<int>& hops) {
      drive(bench->position_i, packed(position, digit_width));
      drive(bench->header_i, packed(hops, digit_width + 1));
      bench.settle();
      equal &= bench->request_o == net.outputs(position, hops, escape);
      ++headers;
    });
  });
  CHECK(equal);
  CHECK_FALSE(bench.assertion_failed());
  return headers;
}

}  // namespace

TEST_CASE("output buffers that headers may take", "[cut_through_route][CutThroughRouteSomewhere]") {
  CHECK(all_headers<VRouteOrder>({{5, 4}, true, 2, Routing::kDimensionOrder, 2, 1}, false, 3) ==
        20 * 9 * 7);
  CHECK(all_headers<VRouteMesh>({{3, 4}, false, 1, Routing::kStarChannels, 2, 3}, false, 2) ==
        9 * 16);
  CHECK(all_headers<VRouteStar>({{4, 3, 2}, true, 2, Routing::kStarChannels, 1, 1}, true, 2) ==
        24 * 7 * 5 * 3);
  CHECK(all_headers<VRouteTriplex>({{5, 4}, true, 2, Routing::kMinimalTriplex, 2, 2}, false, 3) ==
        20 * 9 * 7);
  CHECK(all_headers<VRouteEscape>({{5, 4}, true, 2, Routing::kMinimalTriplex, 2, 2}, true, 3) ==
        20 * 9 * 7);
  CHECK(all_headers<VRouteChaos>({{5, 4}, true, 1, Routing::kChaos, 1, 2}, false, 3) == 20 * 9 * 7);
  CHECK(all_headers<VRouteOneClass>({{5, 4}, true, 1, Routing::kDimensionOrder, 2, 1}, false, 3) ==
        20 * 9 * 7);
}
