// rtl/mesh/mesh_ways.sv
//
// Rationale: the position of every terminal, and a way to it in each dimension. State space:
// exhaustive. Parameter space: a mesh of 3x2 and a torus of 4x3x2.
#include "VWaysMesh.h"
#include "VWaysTorus.h"
#include "bench.hpp"
#include "family/mesh/route_draws.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

template <class Top>
void ways_of_all(const TopologyConfig& config, unsigned digit) {
  const Grid grid(config, HalfWay::kStraight);
  const unsigned hop = digit + 1;
  CombinationalBench<Top> bench;
  const auto position = [&](NodeId node) {
    unsigned bits = 0;
    for (unsigned d = 0; d < grid.dimensions(); ++d) bits |= grid.digit(node, d) << d * digit;
    return bits;
  };
  for (NodeId from = 0; from < grid.nodes(); ++from) {
    for (NodeId to = 0; to < grid.nodes(); ++to) {
      for (unsigned ties = 0; ties < 1u << grid.dimensions(); ++ties) {
        drive(bench->position_i, position(from));
        drive(bench->dest_i, to);
        drive(bench->ties_i, ties);
        bench.settle();
        unsigned ways = 0;
        for (unsigned d = 0; d < grid.dimensions(); ++d) {
          const auto way = static_cast<unsigned>(
              displacement(grid, d, grid.digit(from, d), grid.digit(to, d), (ties >> d & 1) != 0));
          ways |= (way & ((1u << hop) - 1)) << d * hop;
        }
        REQUIRE(bench->there_o == position(to));
        REQUIRE(bench->ways_o == ways);
      }
    }
  }
}

}  // namespace

TEST_CASE("ways lead to every terminal", "[mesh_ways]") {
  ways_of_all<VWaysMesh>({TopologyKind::kMesh, {3, 2}, 1}, 2);
  ways_of_all<VWaysTorus>({TopologyKind::kTorus, {4, 3, 2}, 1}, 2);
}
