#include "family/mway/channel_load.hpp"

#include <algorithm>
#include <numeric>

#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {
namespace {

/// The channel reached by each (channel, way); for a processor's way, the channel itself.
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

/// With a fault the routes to a channel are no tree: follows each message.
std::vector<double> followed(const MwayTopology& topology) {
  std::vector<double> flits(topology.channels());
  for (TerminalId source = 0; source < topology.terminals(); ++source) {
    for (TerminalId destination = 0; destination < topology.terminals(); ++destination) {
      if (source != destination &&
          topology.connected(topology.channel_of(source), topology.channel_of(destination)))
        topology.follow(source, destination,
                        [&](ChannelId at, unsigned, const MwayHop&) { flits[at] += 1; });
    }
  }
  return flits;
}

/// The sum over all messages of flits on each channel: for each destination channel the routes form
/// a tree, whose flows add up from its leaves on.
std::vector<double> added_up(const MwayTopology& topology) {
  const unsigned processors = topology.processors_per_channel();
  const std::vector<ChannelId> next = neighbours(topology);
  std::vector<double> flits(topology.channels());
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
    flow[target] -= processors;  // no terminal sends to itself
    for (std::size_t distance = by_distance.size(); distance-- > 0;) {
      for (const ChannelId channel : by_distance[distance]) {
        flits[channel] += flow[channel];
        if (channel == target) continue;
        const unsigned way = topology.route(channel, destination).way;
        flow[next[channel * topology.ways() + way]] += flow[channel];
      }
    }
  }
  return flits;
}

}  // namespace

ChannelLoad channel_load(const NetworkConfig& config) {
  const MwayTopology topology(config.topology, mway_of(config).fault);
  ChannelLoad load;
  load.flits = topology.fault() ? followed(topology) : added_up(topology);

  // Each source spreads one flit over all other terminals.
  const double others = std::max(1.0, static_cast<double>(topology.terminals()) - 1);
  for (double& flits : load.flits) flits /= others;
  load.greatest = *std::max_element(load.flits.begin(), load.flits.end());
  load.mean = std::accumulate(load.flits.begin(), load.flits.end(), 0.0) / topology.channels();
  return load;
}

}  // namespace wayfarer
