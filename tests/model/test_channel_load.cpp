// The channel-load bound against brute force over all pairs and against hand-made numbers.
#include "family/cut_through/config.hpp"
#include "family/kit/link_load.hpp"
#include "family/linear/config.hpp"
#include "family/mway/channel_load.hpp"
#include "family/mway/config.hpp"

#include <catch2/catch.hpp>

#include "family/mway/topology.hpp"
#include "family/registry.hpp"
#include "geometry/grid.hpp"

using namespace wayfarer;

namespace {

NetworkConfig network(TopologyKind kind, std::vector<unsigned> extents, unsigned processors) {
  NetworkConfig config = mway_config();
  config.topology = {kind, std::move(extents), processors};
  return config;
}

/// Mean transfers of a flit: one for each channel on its path.
double mean_transfers(const MwayTopology& topology) {
  double sum = 0;
  for (TerminalId a = 0; a < topology.terminals(); ++a)
    for (TerminalId b = 0; b < topology.terminals(); ++b)
      if (a != b) sum += topology.hops(a, b) + 1;
  return sum / (static_cast<double>(topology.terminals()) * (topology.terminals() - 1));
}

}  // namespace

TEST_CASE("all flits' transfers add up", "[channel-load]") {
  for (const NetworkConfig& config :
       {network(TopologyKind::kMesh, {4, 3}, 2), network(TopologyKind::kTorus, {4, 5}, 1),
        network(TopologyKind::kTorus, {2, 3, 4}, 3), network(TopologyKind::kMesh, {2, 2, 2}, 4)}) {
    const MwayTopology topology(config.topology);
    const ChannelLoad load = channel_load(config);
    CHECK(load.mean * topology.channels() ==
          Approx(mean_transfers(topology) * topology.terminals()));
  }
}

TEST_CASE("the loads of channels agree with the paths of all pairs", "[channel-load]") {
  for (const NetworkConfig& config :
       {network(TopologyKind::kMesh, {4, 3}, 2), network(TopologyKind::kTorus, {4, 5}, 1),
        network(TopologyKind::kTorus, {2, 3, 4}, 3), network(TopologyKind::kMesh, {2, 1, 5}, 2)}) {
    const MwayTopology topology(config.topology);
    std::vector<double> flits(topology.channels());
    for (TerminalId from = 0; from < topology.terminals(); ++from)
      for (TerminalId to = 0; to < topology.terminals(); ++to)
        if (from != to)
          topology.follow(from, to,
                          [&](ChannelId at, unsigned, const MwayHop&) { flits[at] += 1; });
    for (double& each : flits) each /= topology.terminals() - 1.0;
    CHECK(channel_load(config).flits == flits);
  }
}

TEST_CASE("a line of three channels by hand", "[channel-load]") {
  // Each terminal sends half a flit to each other one. The middle channel carries all flits.
  const ChannelLoad load = channel_load(network(TopologyKind::kMesh, {3}, 1));
  CHECK(load.flits[0] == Approx(2));
  CHECK(load.flits[1] == Approx(3));
  CHECK(load.flits[2] == Approx(2));
  CHECK(load.bound() == Approx(1.0 / 3));
}

TEST_CASE("a torus loads all channels equally", "[channel-load]") {
  const ChannelLoad load = channel_load(network(TopologyKind::kTorus, {4, 4}, 2));
  for (const double flits : load.flits) CHECK(flits == Approx(load.mean));
}

TEST_CASE("a normalized load is a share of the channel-load bound", "[channel-load]") {
  NetworkConfig mesh = mway_config();
  mesh.topology.extents = {4, 4};
  CHECK(saturation_bound(mesh) == channel_load(mesh).bound());
  NetworkConfig config = linear_config();
  linear_of(config).tree = "(1 (2 (3 -)))";
  CHECK(saturation_bound(config) == Approx(1.0 / 3));
}

TEST_CASE("link loads of meshes and tori agree with the paths of all pairs", "[channel-load]") {
  for (const auto& extents : {std::vector<unsigned>{5}, {4}, {4, 3}, {2, 6}, {1, 4}, {3, 4, 2}}) {
    for (const TopologyKind kind : {TopologyKind::kMesh, TopologyKind::kTorus}) {
      const TopologyConfig shape{kind, extents, 1};
      const Grid topology(shape, HalfWay::kStraight);
      std::vector<double> load(topology.link_ids());
      for (NodeId from = 0; from < topology.nodes(); ++from)
        for (NodeId to = 0; to < topology.nodes(); ++to)
          topology.walk(from, topology.routing_set(from, to),
                        [&](LinkId link) { load[link] += 1.0 / (topology.nodes() - 1); });
      CHECK(greatest_link_load(shape) == Approx(*std::max_element(load.begin(), load.end())));
      double both = 0;
      for (LinkId link = 0; link < topology.link_ids(); ++link) {
        const LinkId back = topology.link(topology.link_target(link), topology.link_dimension(link),
                                          !topology.link_minus(link));
        if (topology.link_exists(link)) both = std::max(both, load[link] + load[back]);
      }
      CHECK(greatest_link_load(shape, {true, false}) == Approx(both));
    }
  }
}

TEST_CASE("the loads 1.0 of Fulgham and Snyder: a message of 20 flits every 80 and 160 cycles",
          "[channel-load]") {
  for (const auto& [name, cycles] :
       {std::pair{"fs-torus16x16-star", 80.0}, std::pair{"fs-mesh16x16-star", 160.0}})
    CHECK(saturation_bound(load_config(find_config(name))) ==
          Approx(20 / cycles * 255 / 256));  // no terminal sends to itself
}
