#include "family/channel_load.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/grid.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {
namespace {

/// The channel behind each (channel, way); the channel itself behind a processor's way.
std::vector<ChannelId> neighbours(const MwayTopology& topology) {
  const unsigned ways = topology.ways();
  std::vector<ChannelId> next(std::size_t{topology.channels()} * ways);
  for (std::size_t i = 0; i < next.size(); ++i) next[i] = static_cast<ChannelId>(i / ways);
  for (const MwayRouter& router : topology.routers()) {
    next[router.low * ways + topology.way(router.dimension, false)] = router.high;
    next[router.high * ways + topology.way(router.dimension, true)] = router.low;
  }
  return next;
}

}  // namespace

ChannelLoad channel_load(const NetworkConfig& config) {
  const MwayTopology topology(config.topology);
  const unsigned processors = topology.processors_per_channel();
  const std::vector<ChannelId> next = neighbours(topology);
  ChannelLoad load;
  load.flits.assign(topology.channels(), 0);

  // For each destination channel the routes form a tree: add up flows from its leaves on.
  std::vector<double> flow(topology.channels());
  std::vector<std::vector<ChannelId>> by_distance;
  for (ChannelId target = 0; target < topology.channels(); ++target) {
    const TerminalId destination = target * processors;
    by_distance.clear();
    for (ChannelId channel = 0; channel < topology.channels(); ++channel) {
      const unsigned distance = topology.hops(channel * processors, destination);
      if (distance >= by_distance.size()) by_distance.resize(distance + 1);
      by_distance[distance].push_back(channel);
    }
    std::fill(flow.begin(), flow.end(), static_cast<double>(processors) * processors);
    flow[target] -= processors;  // nobody sends to itself
    for (std::size_t distance = by_distance.size(); distance-- > 0;) {
      for (const ChannelId channel : by_distance[distance]) {
        load.flits[channel] += flow[channel];
        if (channel == target) continue;
        const unsigned way = topology.route(channel, destination).way;
        flow[next[channel * topology.ways() + way]] += flow[channel];
      }
    }
  }

  // Each source spreads one flit over all other terminals.
  const double others = std::max(1.0, static_cast<double>(topology.terminals()) - 1);
  for (double& flits : load.flits) flits /= others;
  load.greatest = *std::max_element(load.flits.begin(), load.flits.end());
  load.mean = std::accumulate(load.flits.begin(), load.flits.end(), 0.0) / topology.channels();
  return load;
}

double greatest_link_load(const NetworkConfig& config) {
  const TopologyKind kind = config.topology.kind;
  const double terminals = config.terminals();
  double greatest = 0;
  for (const unsigned extent : config.topology.extents) {
    // Every row of a dimension is alike: its lower digits are spread like destinations, its higher
    // ones like sources.
    const DirectTopology row({kind, {extent}, 1}, HalfWay::kStraight);
    std::vector<double> flits(row.link_ids());
    const auto add = [&](NodeId from, const Displacements& way, double share) {
      row.walk(from, way, [&](LinkId link) { flits[link] += share; });
    };
    for (NodeId from = 0; from < extent; ++from) {
      for (NodeId to = 0; to < extent; ++to) {
        Displacements way = row.routing_set(from, to);
        const bool either = config.cut_through() && row.torus() && 2 * magnitude(way) == extent;
        add(from, way, either ? 0.5 : 1);
        way[0] = -way[0];
        if (either) add(from, way, 0.5);
      }
    }
    for (NodeId node = 0; node < extent; ++node) {
      const double there = flits[row.link(node, 0, false)];
      const double back = flits[row.link(row.neighbour(node, 0, false), 0, true)];
      const double both =
          config.vc.duplex == Duplex::kHalf ? there + back : std::max(there, back);
      greatest = std::max(greatest, both * terminals / extent / std::max(1.0, terminals - 1));
    }
  }
  return greatest;
}

double saturation_bound(const NetworkConfig& config) {
  switch (config.family) {
    case Family::kMway: return channel_load(config).bound();
    case Family::kLinear: return 1.0 / (config.terminals() - 1);
    case Family::kVc:
    case Family::kIba: break;
  }
  const double lanes = config.family == Family::kIba
                           ? 1
                           : std::min(config.vc.injection_lanes, config.vc.delivery_lanes);
  const double load = greatest_link_load(config);
  return load > 0 ? std::min(lanes, 1 / load) : lanes;
}

}  // namespace wayfarer
