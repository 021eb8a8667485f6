// Dependency graphs: exactly the existing cycles are found; every family's routing is acyclic with
// its classes or virtual channels, and cyclic with one too few.
#include "family/kit/dependency_graph.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "core/random.hpp"
#include "family/linear/dependencies.hpp"
#include "family/mway/dependencies.hpp"
#include "family/registry.hpp"
#include "family/wormhole/dependencies.hpp"

using namespace wayfarer;

namespace {

using Edges = std::vector<std::pair<ResourceId, ResourceId>>;

DependencyGraph graph_of(ResourceId resources, const Edges& edges) {
  DependencyGraph graph(resources, [](ResourceId id) { return "r" + std::to_string(id); });
  for (const auto& [held, wanted] : edges) {
    graph.start({held, wanted});
    graph.take(held);
    graph.take(wanted);
  }
  return graph;
}

/// Checks a cycle: each dependency is in the graph and wants the resource that the next one holds,
/// no resource twice.
void check_cycle(const std::vector<Dependency>& cycle, const Edges& edges) {
  std::set<ResourceId> held;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    REQUIRE(cycle[i].wanted == cycle[(i + 1) % cycle.size()].held);
    REQUIRE(held.insert(cycle[i].held).second);
    REQUIRE(std::count(edges.begin(), edges.end(), std::make_pair(cycle[i].held, cycle[i].wanted)) >
            0);
    REQUIRE(cycle[i].message.source == cycle[i].held);
    REQUIRE(cycle[i].message.destination == cycle[i].wanted);
  }
}

/// By transitive closure.
bool cyclic(ResourceId resources, const Edges& edges) {
  std::vector<std::vector<bool>> reaches(resources, std::vector<bool>(resources));
  for (const auto& [held, wanted] : edges) reaches[held][wanted] = true;
  for (ResourceId via = 0; via < resources; ++via)
    for (ResourceId from = 0; from < resources; ++from)
      for (ResourceId to = 0; to < resources; ++to)
        if (reaches[from][via] && reaches[via][to]) reaches[from][to] = true;
  for (ResourceId id = 0; id < resources; ++id)
    if (reaches[id][id]) return true;
  return false;
}

MwayTopology mway(TopologyKind kind, std::vector<unsigned> extents, unsigned processors = 1) {
  return MwayTopology({kind, std::move(extents), processors});
}

/// The m-way cycle must be made of hops that messages of the printed ends make in class 0.
void check_mway_cycle(const MwayTopology& topology, const std::vector<Dependency>& cycle) {
  for (const Dependency& dependency : cycle) {
    ChannelId at = topology.channel_of(dependency.message.source);
    std::vector<ResourceId> taken;
    while (at != topology.channel_of(dependency.message.destination)) {
      const unsigned way = topology.route(at, dependency.message.destination).way;
      taken.push_back((at * topology.ways() + way) * 2);
      at = topology.neighbour(at, way);
    }
    const auto held = std::find(taken.begin(), taken.end(), dependency.held);
    REQUIRE(held != taken.end());
    REQUIRE(held + 1 != taken.end());
    REQUIRE(held[1] == dependency.wanted);
  }
}

Grid direct(TopologyKind kind, std::vector<unsigned> extents) {
  return Grid({kind, std::move(extents), 1});
}

bool deadlock_free(const Grid& topology, const RommRouting& routing, unsigned channels) {
  return romm_dependencies(topology, routing, channels).find_cycle().empty();
}

}  // namespace

TEST_CASE("graphs by hand", "[dependency]") {
  CHECK(graph_of(3, {}).find_cycle().empty());
  CHECK(graph_of(3, {{0, 1}, {1, 2}, {0, 2}}).find_cycle().empty());
  CHECK(graph_of(2, {{1, 1}}).find_cycle().size() == 1);
  const DependencyGraph graph = graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}, {2, 3}});
  CHECK(graph.routes() == 6);
  CHECK(graph.resources() == 5);
  CHECK(graph.dependencies() == 5);
  const std::vector<Dependency> cycle = graph.find_cycle();
  CHECK(describe_cycle(graph, cycle) ==
        "  r1 -> r2: message 1 to 2\n  r2 -> r3: message 2 to 3\n  r3 -> r1: message 3 to 1\n");
}

TEST_CASE("random graphs against the transitive closure", "[dependency]") {
  unsigned cycles = 0;
  constexpr unsigned kGraphs = 2000;
  for (unsigned i = 0; i < kGraphs; ++i) {
    Random random(1, 0, Purpose::kTest, i);
    const ResourceId resources = 2 + random.below(10);
    Edges edges;
    for (unsigned e = random.below(2 * resources); e > 0; --e) {
      const ResourceId held = random.below(resources);
      edges.emplace_back(held, random.below(resources));
    }
    const std::vector<Dependency> cycle = graph_of(resources, edges).find_cycle();
    REQUIRE(cycle.empty() != cyclic(resources, edges));
    check_cycle(cycle, edges);
    cycles += cycle.empty() ? 0 : 1;
  }
  CHECK(cycles > kGraphs / 5);
  CHECK(cycles < kGraphs * 4 / 5);
}

TEST_CASE("m-way networks are deadlock-free", "[dependency]") {
  for (const MwayTopology& topology :
       {mway(TopologyKind::kMesh, {4, 4}), mway(TopologyKind::kMesh, {5, 3}, 2),
        mway(TopologyKind::kMesh, {2, 2, 2, 2}), mway(TopologyKind::kTorus, {4, 4}),
        mway(TopologyKind::kTorus, {3, 5}, 2), mway(TopologyKind::kTorus, {2, 6}),
        mway(TopologyKind::kTorus, {3, 4, 2})}) {
    const DependencyGraph graph = mway_dependencies(topology);
    CHECK(graph.find_cycle().empty());
    CHECK(graph.routes() == std::uint64_t{topology.terminals()} * (topology.terminals() - 1));
  }
  // A mesh has one class: every router's two sets, each of which feeds the ways ahead.
  const DependencyGraph mesh = mway_dependencies(mway(TopologyKind::kMesh, {3, 1}));
  CHECK(mesh.resources() == 2 * 2);
  CHECK(mesh.dependencies() == 2);
}

TEST_CASE("an m-way torus without classes can deadlock", "[dependency]") {
  for (const std::vector<unsigned>& extents :
       std::vector<std::vector<unsigned>>{{4, 4}, {5, 3}, {3, 6}}) {
    const MwayTopology topology = mway(TopologyKind::kTorus, extents);
    const DependencyGraph graph =
        mway_dependencies(topology, [&](ChannelId at, TerminalId destination, unsigned) {
          return MwayHop{topology.route(at, destination).way, 0};
        });
    const std::vector<Dependency> cycle = graph.find_cycle();
    REQUIRE(cycle.size() >= 4);
    check_mway_cycle(topology, cycle);
    CHECK_THAT(describe_cycle(graph, cycle), Catch::Contains("class 0 -> way"));
  }
  // With three channels per ring, no message passes two routers of a dimension.
  const MwayTopology three = mway(TopologyKind::kTorus, {3, 3});
  CHECK(mway_dependencies(three,
                          [&](ChannelId at, TerminalId destination, unsigned) {
                            return MwayHop{three.route(at, destination).way, 0};
                          })
            .find_cycle()
            .empty());
}

TEST_CASE("client-server networks are deadlock-free", "[dependency]") {
  for (const LinearTopology& topology :
       {LinearTopology::line(1), LinearTopology::line(9), LinearTopology::balanced(8),
        LinearTopology("((4 2) (1 (3 -)))")}) {
    const DependencyGraph graph = linear_dependencies(topology);
    CHECK(graph.find_cycle().empty());
    CHECK(graph.routes() == 2 * topology.hosts());
  }
  // Inputs: all but the last switch's upstream one. Records, branches.
  const DependencyGraph line = linear_dependencies(LinearTopology::line(9));
  CHECK(line.resources() == 2 * 9 - 1 + 1 + 9);
  CHECK(line.dependencies() == 2 * 8 + 1 + 1 + 8);
  CHECK(line.name(0) == "switch 1, local input");
  CHECK(line.name(17) == "switch 9, upstream input");
  CHECK(line.name(18) == "the server's records");
  CHECK(line.name(27) == "branch 9");
}

TEST_CASE("DIMORDER needs one virtual channel on a mesh, two on a torus", "[dependency]") {
  const RommRouting routing = RommRouting::dimension_order();
  for (const std::vector<unsigned>& extents :
       std::vector<std::vector<unsigned>>{{4, 4}, {5, 3}, {7, 1}, {3, 2, 4}, {2, 3, 2, 3}})
    CHECK(deadlock_free(direct(TopologyKind::kMesh, extents), routing, 1));
  for (const std::vector<unsigned>& extents :
       std::vector<std::vector<unsigned>>{{4}, {5}, {4, 4}, {5, 3}, {3, 2, 4}, {7, 6}}) {
    CHECK(deadlock_free(direct(TopologyKind::kTorus, extents), routing, 2));
    CHECK_FALSE(deadlock_free(direct(TopologyKind::kTorus, extents), routing, 1));
  }
  CHECK(deadlock_free(direct(TopologyKind::kTorus, {3, 3}), routing, 1));
}

TEST_CASE("p phases need p virtual channels on a mesh, 2p on a torus", "[dependency]") {
  struct Case {
    TopologyKind kind;
    std::vector<unsigned> extents;
    unsigned most_phases;
  };
  for (const Case& c :
       {Case{TopologyKind::kMesh, {4, 4}, 4}, Case{TopologyKind::kMesh, {5, 2}, 4},
        Case{TopologyKind::kMesh, {3, 2, 4}, 5}, Case{TopologyKind::kTorus, {4, 4}, 2},
        Case{TopologyKind::kTorus, {5, 3}, 2}, Case{TopologyKind::kTorus, {7, 6}, 4},
        Case{TopologyKind::kTorus, {3, 2, 4}, 3}}) {
    const Grid topology = direct(c.kind, c.extents);
    std::vector<RommRouting> routings = {RommRouting::valiant_brebner()};
    for (unsigned p = 2; p <= c.most_phases; ++p)
      routings.push_back(RommRouting::romm(p, topology.dimensions()));
    for (const RommRouting& routing : routings) {
      INFO(fmt::format("{} phases, extents {}", routing.phases, fmt::join(c.extents, "x")));
      const unsigned needed = romm_virtual_channels(topology, routing);
      CHECK(needed == routing.phases * (topology.torus() ? 2 : 1));
      CHECK(deadlock_free(topology, routing, needed));
      CHECK_FALSE(deadlock_free(topology, routing, needed - 1));
    }
  }
}

TEST_CASE("on a small torus fewer virtual channels suffice", "[dependency]") {
  // Four phases cut displacements of at most 2 into single hops: no phase takes two hops in a
  // dimension.
  for (const std::vector<unsigned>& extents : std::vector<std::vector<unsigned>>{{4, 4}, {5, 5}}) {
    const Grid topology = direct(TopologyKind::kTorus, extents);
    CHECK(deadlock_free(topology, RommRouting::romm(4, 2), 8));
    CHECK(deadlock_free(topology, RommRouting::romm(4, 2), 7));
  }
}

TEST_CASE("two phases on one virtual channel: messages that turn both ways", "[dependency]") {
  const Grid topology = direct(TopologyKind::kMesh, {2, 2});
  const DependencyGraph graph = romm_dependencies(topology, RommRouting::romm(2, 2), 1);
  const std::vector<Dependency> cycle = graph.find_cycle();
  CHECK(cycle.size() == 4);
  CHECK_THAT(describe_cycle(graph, cycle),
             Catch::Contains("link 0 to 1, virtual channel 0 -> link 1 to 3, virtual channel 0: "
                             "message 0 to 3"));
}
