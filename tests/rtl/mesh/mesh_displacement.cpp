// rtl/mesh/mesh_displacement.sv
//
// Rationale: every way leads to its digit, none is longer than half the extent, ties go as drawn,
// and the model agrees. State space: exhaustive. Parameter space: extents of 5 and 6, mesh and
// torus.
#include "VLine5.h"
#include "VLine6.h"
#include "VRing5.h"
#include "VRing6.h"
#include "bench.hpp"
#include "family/mesh/route_draws.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace wayfarer;

namespace {

template <class Top>
void leads_there(TopologyKind kind, int extent) {
  constexpr unsigned kDigit = 3, kHop = kDigit + 1;
  const Grid grid({kind, {static_cast<unsigned>(extent)}, 1}, HalfWay::kStraight);
  const bool torus = kind == TopologyKind::kTorus;
  CombinationalBench<Top> bench;
  for (int from = 0; from < extent; ++from) {
    for (int to = 0; to < extent; ++to) {
      for (const bool tie : {false, true}) {
        bench->from_i = static_cast<std::uint8_t>(from);
        bench->to_i = static_cast<std::uint8_t>(to);
        bench->tie_i = tie;
        bench.settle();
        const int sign = bench->hops_o >> (kHop - 1) & 1;
        const int hops = static_cast<int>(bench->hops_o) - (sign << kHop);
        REQUIRE(hops ==
                displacement(grid, 0, static_cast<unsigned>(from), static_cast<unsigned>(to), tie));
        if (!torus) {
          REQUIRE(from + hops == to);
          continue;
        }
        REQUIRE((from + hops - to) % extent == 0);
        REQUIRE(2 * std::abs(hops) <= extent);
        if (2 * std::abs(hops) == extent) REQUIRE((hops < 0) == tie);
      }
    }
  }
}

}  // namespace

TEST_CASE("ways are minimal and lead to their digit", "[mesh_displacement]") {
  leads_there<VLine5>(TopologyKind::kMesh, 5);
  leads_there<VLine6>(TopologyKind::kMesh, 6);
  leads_there<VRing5>(TopologyKind::kTorus, 5);
  leads_there<VRing6>(TopologyKind::kTorus, 6);
}
