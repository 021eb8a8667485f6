// Topology facts the paper states: counts of channels, processors and routers, identifiers.
#include "family/mway/topology.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {
MwayTopology mesh(std::vector<unsigned> extents, unsigned processors = 1) {
  return MwayTopology({TopologyKind::kMesh, std::move(extents), processors});
}
std::vector<unsigned> cube(unsigned dimensions) { return std::vector<unsigned>(dimensions, 2); }
}  // namespace

TEST_CASE("router counts of Figures 1 and 10", "[topology]") {
  const MwayTopology figure1({TopologyKind::kTorus, {3, 3}, 1});
  CHECK(figure1.terminals() == 9);
  CHECK(figure1.routers().size() == 18);
  CHECK(figure1.ways() == 5);
  CHECK(mesh({32, 16}).routers().size() == 976);
  CHECK(mesh({8, 8, 4}, 2).routers().size() == 640);
  CHECK(mesh(cube(7), 4).routers().size() == 448);
  CHECK(mesh(cube(8), 2).routers().size() == 1024);
  CHECK(mesh({8, 8, 8}).routers().size() == 1344);
  CHECK(mesh({8, 4, 4, 4}).routers().size() == 1600);
}

TEST_CASE("a hypercube of nine dimensions has ten ways on four lines", "[topology]") {
  const MwayTopology hypercube = mesh(cube(9));
  CHECK(hypercube.ways() == 10);
  CHECK(hypercube.priority_lines() == 4);
}

TEST_CASE("routes end at the destination on a shortest path", "[topology]") {
  const TopologyConfig configs[] = {{TopologyKind::kMesh, {4, 3}, 2},
                                    {TopologyKind::kTorus, {4, 5}, 1},
                                    {TopologyKind::kTorus, {2, 3, 4}, 1},
                                    {TopologyKind::kMesh, {2, 2, 2, 2}, 2}};
  for (const TopologyConfig& config : configs) {
    const MwayTopology topology(config);
    for (TerminalId source = 0; source < topology.terminals(); ++source) {
      for (TerminalId destination = 0; destination < topology.terminals(); ++destination) {
        ChannelId at = topology.channel_of(source);
        unsigned hops = 0;
        for (;;) {
          const MwayHop hop = topology.route(at, destination);
          if (hop.way >= topology.processor_way(0)) {
            REQUIRE(hop.way == topology.processor_way(topology.local_of(destination)));
            break;
          }
          const ChannelId next = topology.neighbour(at, hop.way);
          REQUIRE(next != at);
          at = next;
          REQUIRE(++hops <= 16);
        }
        REQUIRE(at == topology.channel_of(destination));
        REQUIRE(hops == topology.hops(source, destination));
      }
    }
  }
}
