#include "family/wormhole/dependencies.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wayfarer {
namespace {

/// Follows the messages of one network through every choice.
class Follower {
 public:
  Follower(const Grid& topology, unsigned virtual_channels, DependencyGraph& graph)
      : topology_(topology), virtual_channels_(virtual_channels), graph_(graph) {}

  void follow(const Message& message, const PhaseSets& phases) {
    graph_.start(message);
    NodeId at = message.source;
    for (unsigned phase = 0; phase < phases.count; ++phase) at = follow_phase(at, phases, phase);
  }

 private:
  NodeId follow_phase(NodeId at, const PhaseSets& phases, unsigned phase) {
    unsigned dimension = kMaxGridDimensions;
    bool wrapped = false;
    return topology_.walk(at, phases.sets[phase], [&](LinkId link) {
      if (topology_.link_dimension(link) != dimension) wrapped = false;
      dimension = topology_.link_dimension(link);
      const unsigned wanted = topology_.torus() ? 2 * phase + (wrapped ? 1 : 0) : phase;
      graph_.take(link * virtual_channels_ + std::min(wanted, virtual_channels_ - 1));
      wrapped |= topology_.link_wraps(link);
    });
  }

  const Grid& topology_;
  unsigned virtual_channels_;
  DependencyGraph& graph_;
};

}  // namespace

unsigned romm_virtual_channels(const Grid& topology, const RommRouting& routing) {
  return routing.phases * (topology.torus() ? 2 : 1);
}

DependencyGraph romm_dependencies(const Grid& topology, const RommRouting& routing,
                                  unsigned virtual_channels) {
  const auto name = [topology, virtual_channels](ResourceId resource) {
    const LinkId link = resource / virtual_channels;
    return fmt::format("link {} to {}, virtual channel {}", topology.link_source(link),
                       topology.link_target(link), resource % virtual_channels);
  };
  DependencyGraph graph(topology.link_ids() * virtual_channels, name);
  Follower follower(topology, virtual_channels, graph);
  for (NodeId source = 0; source < topology.nodes(); ++source)
    for (NodeId destination = 0; destination < topology.nodes(); ++destination) {
      if (source == destination || !can_deal(routing, topology.routing_set(source, destination)))
        continue;
      for_each_choice(topology, source, destination, routing, [&](const PhaseSets& phases, double) {
        follower.follow({source, destination}, phases);
      });
    }
  return graph;
}

}  // namespace wayfarer
