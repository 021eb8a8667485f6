#include "family/mway/channel_load.hpp"

#include <algorithm>
#include <numeric>

#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {
namespace {

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

/// For each channel of a line, the pairs of two of its channels whose messages come over it from a
/// router.
std::vector<double> passed(TopologyKind kind, unsigned extent) {
  const MwayTopology line(TopologyConfig{kind, {extent}, 1});
  std::vector<double> pairs(extent);
  for (ChannelId from = 0; from < extent; ++from) {
    for (ChannelId to = 0; to < extent; ++to)
      line.follow(from, to, [&](ChannelId at, unsigned, const MwayHop&) { pairs[at] += 1; });
    pairs[from] -= extent;  // come from its processor
  }
  return pairs;
}

/// Without a fault, dimensions are independent: in a dimension, a message moves along a line, which
/// is one of as many as there are choices of the other digits.
std::vector<double> added_up(const NetworkConfig& config, const MwayTopology& topology) {
  const double processors = topology.processors_per_channel();
  std::vector<double> flits(topology.channels(), processors * (topology.terminals() - 1.0));
  for (unsigned d = 0; d < topology.dimensions(); ++d) {
    const unsigned extent = topology.extents()[d];
    const std::vector<double> pairs = passed(config.topology.kind, extent);
    const double lines = topology.channels() / extent * processors * processors;
    for (ChannelId channel = 0; channel < topology.channels(); ++channel)
      flits[channel] += lines * pairs[topology.digit(channel, d)];
  }
  return flits;
}

}  // namespace

ChannelLoad channel_load(const NetworkConfig& config) {
  const MwayTopology topology(config.topology, mway_of(config).fault);
  ChannelLoad load;
  load.flits = topology.fault() ? followed(topology) : added_up(config, topology);

  // Each source spreads one flit over all other terminals.
  const double others = std::max(1.0, static_cast<double>(topology.terminals()) - 1);
  for (double& flits : load.flits) flits /= others;
  load.greatest = *std::max_element(load.flits.begin(), load.flits.end());
  load.mean = std::accumulate(load.flits.begin(), load.flits.end(), 0.0) / topology.channels();
  return load;
}

}  // namespace wayfarer
