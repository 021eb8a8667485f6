// rtl/wormhole/wormhole_route.sv
//
// Rationale: every header, against a search in plain C++: first phase, first dimension, sign,
// class. State space: all headers. Parameter space: a mesh and a torus of two dimensions and two
// phases, a mesh of three dimensions and one phase.
#include "VRouteCube.h"
#include "VRouteMesh.h"
#include "VRouteTorus.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {
template <class Top>
void all_headers(unsigned dimensions, unsigned phases, bool torus) {
  constexpr unsigned kHopWidth = 3;
  AssertionBench<Top> bench;
  const unsigned crossed_bit = phases * dimensions * kHopWidth;
  const unsigned classes = torus ? 2 : 1;
  for (unsigned header = 0; header < 1u << (crossed_bit + (torus ? 1 : 0)); ++header) {
    unsigned group = 2 * dimensions * phases * classes;  // delivery
    for (unsigned i = phases * dimensions; i-- > 0;) {
      const unsigned hops = header >> i * kHopWidth & 7u;
      if (hops == 0) continue;
      const unsigned port = 2 * (i % dimensions) + (hops >> 2);
      group = (port * phases + i / dimensions) * classes + (torus ? header >> crossed_bit : 0);
    }
    drive(bench->header_i, header);
    bench->head_i = 0;
    bench.settle();
    REQUIRE(bench->request_o == 0);
    bench->head_i = 1;
    bench.settle();
    REQUIRE(bench->request_o == 1u << group);
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("every header", "[wormhole_route][WormholeRouteOneGroup]") {
  all_headers<VRouteMesh>(2, 2, false);
  all_headers<VRouteTorus>(2, 2, true);
  all_headers<VRouteCube>(3, 1, false);
}
