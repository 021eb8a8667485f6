// A mesh with one dead channel or router: the rule of docs/mway-chip.md, "Faults". Every single
// fault of several meshes: routes avoid it, reach all that a search of the graph reaches, are at
// most two hops longer than the shortest, and depend on each other without a cycle; in one class
// they would not. Events follow them. On the model of the 4x4 mesh, all pairs with every fault.
// tests/rtl/mway/chip has the RTL.
#include <catch2/catch.hpp>

#include <queue>

#include "../mway_faults.hpp"
#include "family/mway/dependencies.hpp"
#include "family/mway/model.hpp"
#include "family/mway/paths.hpp"
#include "family/mway/zero_load.hpp"

using namespace wayfarer;

namespace {

const std::vector<std::vector<unsigned>> kMeshes{{4, 4},       {5, 3},       {2, 2},   {2, 5},
                                                 {3, 4, 2},    {3, 1, 3},    {6},      {1, 4},
                                                 {2, 2, 2, 2}, {3, 2, 2, 3}, {3, 3, 3}};

bool is_dead(const MwayTopology& topology, ChannelId from, ChannelId to) {
  const MwayFault& fault = topology.fault();
  if (fault.dead == MwayDead::kChannel) return from == fault.channel || to == fault.channel;
  for (const MwayRouter& router : topology.routers())
    if (router.low == fault.channel && router.dimension == fault.dimension)
      return (from == router.low && to == router.high) || (to == router.low && from == router.high);
  return false;
}

/// Hops to every channel past what is dead; -1: none.
std::vector<int> distances(const MwayTopology& topology, ChannelId from) {
  std::vector<int> hops(topology.channels(), -1);
  std::queue<ChannelId> next;
  hops[from] = 0;
  next.push(from);
  for (; !next.empty(); next.pop()) {
    const ChannelId at = next.front();
    for (const MwayRouter& router : topology.routers()) {
      if (router.low != at && router.high != at) continue;
      const ChannelId to = router.low == at ? router.high : router.low;
      if (is_dead(topology, at, to) || hops[to] >= 0) continue;
      hops[to] = hops[at] + 1;
      next.push(to);
    }
  }
  return hops;
}

/// Follows a message; returns its hops.
int follow(const MwayTopology& topology, TerminalId from, TerminalId to) {
  ChannelId at = topology.channel_of(from);
  MwayHop hop = topology.route(at, to);
  int hops = 0;
  for (; hop.way < topology.processor_way(0); hop = topology.route(at, to, hop.buffer_class)) {
    const ChannelId next = topology.neighbour(at, hop.way);
    REQUIRE(next != at);
    REQUIRE_FALSE(is_dead(topology, at, next));
    at = next;
    REQUIRE(++hops < 100);
  }
  REQUIRE(at == topology.channel_of(to));
  return hops;
}

}  // namespace

TEST_CASE("routes avoid any single dead channel or router and cannot deadlock", "[faults]") {
  for (const std::vector<unsigned>& extents : kMeshes) {
    const TopologyConfig mesh{TopologyKind::kMesh, extents, 1};
    for (const MwayFault& fault : all_faults(mesh)) {
      CAPTURE(extents, name_of(fault));
      const MwayTopology topology(mesh, fault);
      for (TerminalId from = 0; from < topology.terminals(); ++from) {
        const std::vector<int> least = distances(topology, from);
        for (TerminalId to = 0; to < topology.terminals(); ++to) {
          const bool alive =
              fault.dead == MwayDead::kRouter || (from != fault.channel && to != fault.channel);
          REQUIRE(topology.connected(from, to) == (alive && least[to] >= 0));
          if (!topology.connected(from, to)) continue;
          REQUIRE(follow(topology, from, to) <= least[to] + 2);
        }
      }
      REQUIRE(mway_dependencies(topology).find_cycle().empty());
    }
  }
}

TEST_CASE("events know where a head goes that comes back over a channel", "[faults][events]") {
  const TopologyConfig mesh{TopologyKind::kMesh, {5, 2}, 2};
  unsigned twice = 0;
  for (const MwayFault& fault : all_faults(mesh)) {
    const NetworkConfig config = faulty_mesh(mesh, fault, 128);
    const MwayTopology topology(mesh, fault);
    const auto paths = make_mway_paths(config, [](Network&) {});
    for (TerminalId from = 0; from < topology.terminals(); ++from) {
      for (TerminalId to = 0; to < topology.terminals(); ++to) {
        CAPTURE(name_of(fault), from, to);
        const ChannelId source = topology.channel_of(from);
        if (!topology.connected(source, topology.channel_of(to))) continue;
        twice += crosses_a_channel_twice(config, from, to);
        HeadPlace head{from, to};
        MwayHop hop{topology.processor_way(topology.local_of(from)), 0};
        for (ChannelId at = source;; at = topology.neighbour(at, hop.way)) {
          std::vector<NextChannel> next;
          REQUIRE(paths->next(head, next) == NextStep::kChannel);
          REQUIRE(next.size() == 1);
          REQUIRE(next[0].channel == at);
          REQUIRE(next[0].drivers == std::uint64_t{1} << hop.way);
          head.channel = at;
          head.driver = hop.way;
          hop = topology.route(at, to, hop.buffer_class);
          if (hop.way >= topology.processor_way(0)) break;
          REQUIRE(next[0].pool == topology.neighbour(at, hop.way));
          REQUIRE(next[0].pool_driver == hop.way);
        }
        std::vector<NextChannel> next;
        REQUIRE(paths->next(head, next) == NextStep::kDelivered);
      }
    }
  }
  CHECK(twice > 0);
}

TEST_CASE("in one class the same routes can deadlock", "[faults]") {
  const TopologyConfig mesh{TopologyKind::kMesh, {4, 4}, 1};
  unsigned channels = 0;
  unsigned routers = 0;
  for (const MwayFault& fault : all_faults(mesh)) {
    const MwayTopology topology(mesh, fault);
    // The class is still followed, but all buffers serve both.
    DependencyGraph graph(topology.channels() * topology.ways(),
                          [](ResourceId) { return std::string(); });
    for (TerminalId from = 0; from < topology.terminals(); ++from) {
      for (TerminalId to = 0; to < topology.terminals(); ++to) {
        if (from == to || !topology.connected(from, to)) continue;
        graph.start({from, to});
        ChannelId at = from;
        for (MwayHop hop = topology.route(at, to); hop.way < topology.processor_way(0);
             hop = topology.route(at, to, hop.buffer_class)) {
          graph.take(at * topology.ways() + hop.way);
          at = topology.neighbour(at, hop.way);
        }
      }
    }
    (fault.dead == MwayDead::kChannel ? channels : routers) += !graph.find_cycle().empty();
  }
  INFO(channels << " of 16 channels, " << routers << " of 24 routers");
  CHECK(channels == 8);
  CHECK(routers == 18);
}

TEST_CASE("every single fault of the 4x4 mesh: all pairs that remain, each once", "[faults]") {
  const TopologyConfig mesh{TopologyKind::kMesh, {4, 4}, 1};
  for (const MwayFault& fault : all_faults(mesh)) {
    CAPTURE(name_of(fault));
    const NetworkConfig config = faulty_mesh(mesh, fault, 128);
    const unsigned refused = exchange_all_pairs(*make_mway_model(config), config, 1);
    CHECK(refused == (fault.dead == MwayDead::kChannel ? 31u : 0u));
  }
}

TEST_CASE("a row that is cut in two: no message crosses", "[faults]") {
  const TopologyConfig row{TopologyKind::kMesh, {5}, 2};
  const NetworkConfig router = faulty_mesh(row, {MwayDead::kRouter, 1, 0}, 128);
  CHECK(exchange_all_pairs(*make_mway_model(router), router, 1) == 2 * 4 * 6);
  const NetworkConfig channel = faulty_mesh(row, {MwayDead::kChannel, 2, 0}, 128);
  CHECK(exchange_all_pairs(*make_mway_model(channel), channel, 1) == 2 * 4 * 4 + 10 * 10 - 8 * 8);
}
