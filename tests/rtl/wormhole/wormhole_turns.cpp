// rtl/wormhole/wormhole_turns.sv, and with it wormhole_pkg::may_turn
//
// Rationale: the turns that the module lets through are those of the channel-dependency graph
// (sim/family/wormhole/dependencies.hpp), with the first link of every route and ejection from
// every link; each other turn is refused and fails the assertion. The routes are VALIANT's: their
// two phases go between all nodes, so that every turn of a legal header occurs; on the torus with
// at least seven nodes in a dimension, since routes are minimal. State space: every single request.
// Parameter space: a mesh of 4x4; of 2x3; a torus of 7x7 with 2 virtual channels in a class; each
// with 2 phases.
#include "VTurnsMesh.h"
#include "VTurnsSmall.h"
#include "VTurnsTorus.h"
#include "bench.hpp"
#include "family/wormhole/dependencies.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <utility>
#include <vector>

using namespace wayfarer;

namespace {
constexpr unsigned kPhases = 2;
constexpr unsigned kInjectionPorts = 2;

template <class Top>
void every_request(TopologyKind kind, std::vector<unsigned> extents, unsigned virtual_channels) {
  const Grid grid({kind, std::move(extents), 1});
  const RommRouting routing = RommRouting::valiant_brebner();
  const unsigned channels = romm_virtual_channels(grid, routing);
  const unsigned groups = 2 * grid.dimensions() * channels;
  const unsigned ejection = groups;
  const DependencyGraph graph = romm_dependencies(grid, routing, channels);
  // (group of the link into the node, group); `groups` as the first is injection.
  std::set<std::pair<unsigned, unsigned>> turns{{groups, ejection}};
  graph.for_each_dependency([&](const Dependency& dependency) {
    turns.insert({dependency.held % groups, dependency.wanted % groups});
  });
  graph.for_each_resource([&](ResourceId resource) {
    turns.insert({resource % groups, ejection});
    const unsigned vc_classes = channels / kPhases;
    if (resource % vc_classes == 0) turns.insert({groups, resource % groups});
  });

  AssertionBench<Top> bench;
  const unsigned inputs = groups * virtual_channels + kInjectionPorts;
  for (unsigned i = 0; i < inputs; ++i) drive(bench->request_i[i], 0);
  unsigned allowed = 0;
  for (unsigned i = 0; i < inputs; ++i)
    for (unsigned g = 0; g <= ejection; ++g) {
      INFO("input " << i << ", group " << g);
      const bool turn = turns.count({std::min(i / virtual_channels, groups), g}) != 0;
      drive(bench->request_i[i], std::uint64_t{1} << g);
      bench.settle();
      REQUIRE(bench->asking_o[g] == (turn ? std::uint64_t{1} << i : 0));
      REQUIRE(bench.assertion_failed() == !turn);
      drive(bench->request_i[i], 0);
      allowed += turn;
    }
  CHECK(allowed > 0);
}
}  // namespace

TEST_CASE("the turns of the dependency graph", "[wormhole_turns][WormholeTurnsAllowed]") {
  every_request<VTurnsMesh>(TopologyKind::kMesh, {4, 4}, 1);
  every_request<VTurnsSmall>(TopologyKind::kMesh, {2, 3}, 1);
  every_request<VTurnsTorus>(TopologyKind::kTorus, {7, 7}, 2);
}
