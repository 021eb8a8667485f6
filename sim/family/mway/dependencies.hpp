// Channel dependencies of an m-way network, from its routing function, by following every message
// between two terminals. Terminals eventually take every flit, so injection and ejection buffers
// are in no cycle and are left out.
#pragma once

#include <functional>

#include "family/kit/dependency_graph.hpp"
#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {

/// As MwayTopology::route.
using MwayRoute =
    std::function<MwayHop(ChannelId at, TerminalId destination, unsigned incoming_class)>;

/// Resources: the buffers of one class in the set that receives from a channel by one way.
[[nodiscard]] DependencyGraph mway_dependencies(const MwayTopology& topology,
                                                const MwayRoute& route);
[[nodiscard]] DependencyGraph mway_dependencies(const MwayTopology& topology);

/// Dependencies of a variant with candidates, by Duato's condition. Resources are the buffers that
/// serve a class of dimension order alone; those of the adaptive class, and those that serve
/// several, are none, since a header in one of them can go on by the way of dimension order. A
/// message depends on them from every such buffer that it may hold, whatever it has passed since.
/// With early freeing, where a header may be behind a tail, and without an escape, all classes are
/// resources.
[[nodiscard]] DependencyGraph mway_adaptive_dependencies(const NetworkConfig& config);

/// What messages to groups add, of which any router on a channel may be a receiver: while some have
/// taken the header, the message waits for others.
void add_multicast_dependencies(const MwayTopology& topology, MwayVariant variant,
                                DependencyGraph& graph);

}  // namespace wayfarer
