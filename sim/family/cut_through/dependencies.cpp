#include "family/cut_through/dependencies.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

class Follower {
 public:
  Follower(const CutThroughRouting& routing, const CutThroughRoute& route, DependencyGraph& graph)
      : routing_(routing), topology_(routing.topology()), route_(route), graph_(graph) {}

  /// Follows a message's header over its first hop. After that it is in the same situation as
  /// another message that starts there.
  void follow(const Message& message, const Hops& hops) {
    graph_.start(message);
    const BufferMask choices = choices_of(message, message.source, hops, routing_.link_buffers());
    for (BufferMask left = choices; left != 0; left &= left - 1)
      take(message, hops, static_cast<unsigned>(__builtin_ctzll(left)));
  }

 private:
  void take(const Message& message, Hops hops, unsigned out) {
    const unsigned port = out / routing_.virtual_channels();
    const bool minus = port % 2 != 0;
    const NodeId next = topology_.neighbour(message.source, port / 2, minus);
    routing_.pass(hops, out);
    const BufferMask wanted =
        next == message.destination ? 0 : choices_of(message, next, hops, out);
    if (!routing_.escape(out)) return;
    graph_.hold(resource(message.source, out));
    for (BufferMask left = wanted; left != 0; left &= left - 1) {
      const auto buffer = static_cast<unsigned>(__builtin_ctzll(left));
      if (routing_.escape(buffer)) graph_.want(resource(next, buffer));
    }
  }

  BufferMask choices_of(const Message& message, NodeId node, const Hops& hops, unsigned in) const {
    const BufferMask choices = route_(node, hops, in);
    if (routing_.exchanges()) return choices;
    for (BufferMask left = choices; left != 0; left &= left - 1)
      if (routing_.escape(static_cast<unsigned>(__builtin_ctzll(left)))) return choices;
    throw CheckFailed(
        fmt::format("can deadlock: a header from {} to {} has no escape channel at "
                    "node {}",
                    message.source, message.destination, node));
  }

  ResourceId resource(NodeId node, unsigned buffer) const {
    return node * routing_.link_buffers() + buffer;
  }

  const CutThroughRouting& routing_;
  const Grid& topology_;
  const CutThroughRoute& route_;
  DependencyGraph& graph_;
};

}  // namespace

DependencyGraph cut_through_dependencies(const CutThroughRouting& routing,
                                         const CutThroughRoute& route) {
  const Grid& topology = routing.topology();
  const auto name = [topology, channels = routing.virtual_channels()](ResourceId resource) {
    const LinkId link = resource / channels;
    return fmt::format("link {} to {}, virtual channel {}", topology.link_source(link),
                       topology.link_target(link), resource % channels);
  };
  DependencyGraph graph(topology.nodes() * routing.link_buffers(), name);
  Follower follower(routing, route, graph);
  for (NodeId source = 0; source < topology.nodes(); ++source)
    for (NodeId destination = 0; destination < topology.nodes(); ++destination) {
      if (source == destination) continue;
      for (const Hops& hops : all_hops(topology, source, destination))
        follower.follow({source, destination}, hops);
    }
  return graph;
}

DependencyGraph cut_through_dependencies(const CutThroughRouting& routing) {
  return cut_through_dependencies(routing, [&](NodeId node, const Hops& hops, unsigned in) {
    return routing.outputs(node, hops, in);
  });
}

}  // namespace wayfarer
