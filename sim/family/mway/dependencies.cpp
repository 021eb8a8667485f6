#include "family/mway/dependencies.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace wayfarer {
namespace {

constexpr unsigned kMwayClasses = 2;

void follow_mway(const MwayTopology& topology, const MwayRoute& route, const Message& message,
                 DependencyGraph& graph) {
  graph.start(message);
  ChannelId at = topology.channel_of(message.source);
  MwayHop hop;
  for (;;) {
    hop = route(at, message.destination, hop.buffer_class);
    if (hop.way >= topology.processor_way(0)) return;
    graph.take((at * topology.ways() + hop.way) * kMwayClasses + hop.buffer_class);
    at = topology.neighbour(at, hop.way);
  }
}

}  // namespace

DependencyGraph mway_dependencies(const MwayTopology& topology, const MwayRoute& route) {
  const auto name = [topology](ResourceId resource) {
    const ResourceId set = resource / kMwayClasses;
    const ChannelId channel = set / topology.ways();
    const unsigned way = set % topology.ways();
    return fmt::format("way {} of channel {} (to channel {}), class {}", way, channel,
                       topology.neighbour(channel, way), resource % kMwayClasses);
  };
  DependencyGraph graph(topology.channels() * topology.ways() * kMwayClasses, name);
  for (TerminalId source = 0; source < topology.terminals(); ++source)
    for (TerminalId destination = 0; destination < topology.terminals(); ++destination)
      if (source != destination &&
          topology.connected(topology.channel_of(source), topology.channel_of(destination)))
        follow_mway(topology, route, {source, destination}, graph);
  return graph;
}

void add_multicast_dependencies(const MwayTopology& topology, Multicast multicast,
                                DependencyGraph& graph) {
  if (multicast == Multicast::kNone) return;
  for (ChannelId at = 0; at < topology.channels(); ++at) {
    const TerminalId source = at * topology.processors_per_channel();
    for (unsigned taken = 0; taken < topology.processor_way(0); ++taken) {
      if (topology.neighbour(at, taken) == at) continue;
      for (unsigned way = 0; way < topology.processor_way(0); ++way) {
        const ChannelId next = topology.neighbour(at, way);
        if (next == at || way == taken || (way < taken && multicast == Multicast::kOrdered))
          continue;
        graph.start({source, next * topology.processors_per_channel()});
        graph.hold((at * topology.ways() + taken) * kMwayClasses);
        graph.want((at * topology.ways() + way) * kMwayClasses);
      }
    }
  }
}

DependencyGraph mway_dependencies(const MwayTopology& topology) {
  return mway_dependencies(topology,
                           [&](ChannelId at, TerminalId destination, unsigned incoming_class) {
                             return topology.route(at, destination, incoming_class);
                           });
}

}  // namespace wayfarer
