// The dependency graphs of the families that configurations describe, from their routing functions,
// by following every message between two terminals. Terminals always take what is for them in the
// end, so that injection and ejection buffers are in no cycle and are left out.
#pragma once

#include <functional>

#include "family/kit/dependency_graph.hpp"
#include "config/config.hpp"
#include "family/linear/topology.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {

using MwayRoute = std::function<MwayHop(ChannelId at, TerminalId destination)>;

/// Resources: the buffers of one class of the set that takes flits from a channel in one way.
[[nodiscard]] DependencyGraph mway_dependencies(const MwayTopology& topology,
                                                const MwayRoute& route);
[[nodiscard]] DependencyGraph mway_dependencies(const MwayTopology& topology);

/// Resources: the switches' input buffers, the branches' buffers, and between them the server's
/// records: requests end only when it has a free one, which it has when responses leave.
[[nodiscard]] DependencyGraph linear_dependencies(const LinearTopology& topology);

/// For routers with virtual channels see romm_dependencies, where lanes of one phase and class are
/// one resource, and cut_through_dependencies.
[[nodiscard]] DependencyGraph network_dependencies(const NetworkConfig& config);

}  // namespace wayfarer
