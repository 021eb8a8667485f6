#include "family/mway/dependencies.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace wayfarer {
namespace {

constexpr unsigned kMwayClasses = 2;
constexpr TerminalId kNobody = ~TerminalId{0};

/// Stops at a resource that an earlier message to the same destination has taken: from there on
/// both have the same route. `taken_by`: by resource, the destination of the message that took it
/// last.
void follow_mway(const MwayTopology& topology, const MwayRoute& route, const Message& message,
                 std::vector<TerminalId>& taken_by, DependencyGraph& graph) {
  graph.start(message);
  ChannelId at = topology.channel_of(message.source);
  MwayHop hop;
  for (;;) {
    hop = route(at, message.destination, hop.buffer_class);
    if (hop.way >= topology.processor_way(0)) return;
    const ResourceId resource = (at * topology.ways() + hop.way) * kMwayClasses + hop.buffer_class;
    graph.take(resource);
    if (std::exchange(taken_by[resource], message.destination) == message.destination) return;
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
  const ResourceId resources = topology.channels() * topology.ways() * kMwayClasses;
  DependencyGraph graph(resources, name);
  std::vector<TerminalId> taken_by(resources, kNobody);
  for (TerminalId destination = 0; destination < topology.terminals(); ++destination)
    for (TerminalId source = 0; source < topology.terminals(); ++source)
      if (source != destination &&
          topology.connected(topology.channel_of(source), topology.channel_of(destination)))
        follow_mway(topology, route, {source, destination}, taken_by, graph);
  return graph;
}

void add_multicast_dependencies(const MwayTopology& topology, MwayVariant variant,
                                DependencyGraph& graph) {
  if (!has_groups(variant)) return;
  for (ChannelId at = 0; at < topology.channels(); ++at) {
    const TerminalId source = at * topology.processors_per_channel();
    for (unsigned taken = 0; taken < topology.processor_way(0); ++taken) {
      if (topology.neighbour(at, taken) == at) continue;
      for (unsigned way = 0; way < topology.processor_way(0); ++way) {
        const ChannelId next = topology.neighbour(at, way);
        if (next == at || way == taken || (way < taken && variant == MwayVariant::kMulticast))
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
