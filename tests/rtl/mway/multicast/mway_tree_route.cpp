// rtl/mway/multicast/mway_tree_route.sv
//
// Rationale: one step of a tree is the union of the routes to its destinations, which come from
// MwayTopology::route. At every position: each destination alone, all of them, random sets, none,
// and each bit beyond the last processor.
// State space: none (combinational). Inputs: channels x sets of destinations.
// Parameter space: a mesh of 4x4; one of 3x1x2 with three processors a channel (single and double
//   numbers of a dimension, an extent of 1, bits beyond the last processor); one of 2x2x4; a row of
//   five.
#include "../reference.hpp"
#include "VTree.h"
#include "VTreeCube.h"
#include "VTreeOdd.h"
#include "VTreeRow.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "family/mway/multicast/tree.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using wayfarer::mway_test::Random;

namespace {

template <class Top>
void check(const TopologyConfig& config) {
  CombinationalBench<Top> bench;
  const MwayTopology topology(config);
  const MwayTree tree(topology);
  TopologyConfig lone = config;
  lone.processors = 1;
  const unsigned width = destinations_width(config);
  const unsigned all_ways = (1u << topology.ways()) - 1;
  Random random(width);
  for (ChannelId at = 0; at < topology.channels(); ++at) {
    const auto step = [&](std::uint64_t destinations, unsigned allowed) {
      unsigned expected = 0;
      for (TerminalId terminal = 0; terminal < topology.terminals(); ++terminal)
        if ((destinations >> terminal & 1) != 0) expected |= 1u << topology.route(at, terminal).way;
      expected &= allowed;
      drive(bench->position_i, encode_dest(lone, at));
      drive(bench->destinations_i, destinations);
      drive(bench->allowed_i, allowed);
      bench.settle();
      INFO("channel " << at << ", destinations " << destinations << ", allowed " << allowed);
      REQUIRE(bench->next_o == expected);
      REQUIRE(bench->legal_o == (expected != 0 && destinations >> topology.terminals() == 0));
    };
    const std::uint64_t all = (1ull << topology.terminals()) - 1;
    step(0, all_ways);
    step(all, all_ways);
    for (unsigned bit = 0; bit < width; ++bit) {
      step(1ull << bit, all_ways);
      step(all | 1ull << bit, all_ways);
    }
    for (unsigned trial = 0; trial < 500; ++trial) {
      const unsigned way = random() % topology.ways();
      step(random() & random() & all, trial % 2 == 0 ? all_ways : tree.allowed(way));
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

/// Follows a tree from its source; counts what each terminal gets.
void follow(const MwayTopology& topology, const MwayTree& tree, TerminalId destination,
            ChannelId at, unsigned allowed, std::vector<unsigned>& copies) {
  const unsigned ways = tree.receivers(at, destination) & allowed;
  for (unsigned way = 0; way < topology.ways(); ++way) {
    if ((ways >> way & 1) == 0) continue;
    if (way >= topology.processor_way(0))
      ++copies[at * topology.processors_per_channel() + way - topology.processor_way(0)];
    else
      follow(topology, tree, destination, topology.neighbour(at, way), tree.allowed(way), copies);
  }
}

}  // namespace

TEST_CASE("a step of a tree is the union of the routes to its destinations", "[mway_tree_route]") {
  check<VTree>({TopologyKind::kMesh, {4, 4}, 1});
  check<VTreeOdd>({TopologyKind::kMesh, {3, 1, 2}, 3});
  check<VTreeCube>({TopologyKind::kMesh, {2, 2, 4}, 1});
  check<VTreeRow>({TopologyKind::kMesh, {5}, 1});
}

TEST_CASE("a tree reaches each member once, and nobody else", "[mway_tree_route]") {
  for (const TopologyConfig& config : {TopologyConfig{TopologyKind::kMesh, {4, 4}, 1},
                                       {TopologyKind::kMesh, {3, 1, 2}, 3},
                                       {TopologyKind::kMesh, {2, 2, 2, 2}, 2},
                                       {TopologyKind::kMesh, {3, 5}, 2},
                                       {TopologyKind::kMesh, {1}, 4}}) {
    const MwayTopology topology(config);
    MwayTree tree(topology);
    Random random(topology.terminals());
    for (unsigned trial = 0; trial < 200; ++trial) {
      MulticastGroup group;
      group.source = random() % topology.terminals();
      std::vector<unsigned> expected(topology.terminals());
      for (TerminalId terminal = 0; terminal < topology.terminals(); ++terminal) {
        expected[terminal] = random() % 3 == 0 || trial == 0 ? 1 : 0;
        if (expected[terminal] != 0) group.members.push_back(terminal);
      }
      tree.set_groups({group});
      std::vector<unsigned> copies(topology.terminals());
      follow(topology, tree, multicast_destination(0), topology.channel_of(group.source),
             (1u << topology.ways()) - 1, copies);
      REQUIRE(copies == expected);
    }
  }
}
