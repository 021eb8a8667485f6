#include "analysis/channel_load.hpp"

#include <algorithm>
#include <numeric>

#include "topology/mway_topology.hpp"

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
  const bool torus = config.topology.kind == TopologyKind::kTorus;
  const double terminals = config.terminals();
  double greatest = 0;
  for (const unsigned extent : config.topology.extents) {
    // Every row of a dimension is alike: its lower digits are spread like destinations, its higher
    // ones like sources. Index: the node that a link leaves; the reverse of up[i] is down[i + 1].
    std::vector<double> up(extent), down(extent);
    for (unsigned from = 0; from < extent; ++from) {
      for (unsigned to = 0; to < extent; ++to) {
        const unsigned ahead = (to + extent - from) % extent;
        const bool tie = torus && 2 * ahead == extent;
        const bool rises = torus && !tie ? 2 * ahead < extent : to > from;
        const double share = tie && config.cut_through() ? 0.5 : 1;  // else straight, as printed
        if (rises || share < 1)
          for (unsigned i = 0; i < ahead; ++i) up[(from + i) % extent] += share;
        if (!rises || share < 1)
          for (unsigned i = 0; i < (extent - ahead) % extent; ++i)
            down[(from + extent - i) % extent] += share;
      }
    }
    const double rows = terminals / extent;
    for (unsigned i = 0; i < extent; ++i) {
      const double back = down[(i + 1) % extent];
      const double pairs =
          config.vc.duplex == Duplex::kHalf ? up[i] + back : std::max(up[i], back);
      greatest = std::max(greatest, pairs * rows / std::max(1.0, terminals - 1));
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
