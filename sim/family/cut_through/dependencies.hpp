// The dependency graph of cut-through routers (Fulgham and Snyder).
#pragma once

#include <functional>

#include "family/kit/dependency_graph.hpp"
#include "family/cut_through/routing.hpp"

namespace wayfarer {

/// Output buffers that a header in an input buffer may take: CutThroughRouting::outputs.
using CutThroughRoute = std::function<BufferMask(NodeId node, const Hops& hops, unsigned in)>;

/// Resources: the escape channels of the links, which with oblivious routing are all. A blocked
/// message is all in one buffer, so that it holds one channel and nothing else. If it may always
/// take an escape channel, what it holds matters only where that is one itself: without a cycle
/// among them, the escape channels drain, and then all others do (Duato). Headers in every place,
/// with every displacement that can be left there, are followed. Throws CheckFailed if one of them
/// may take no escape channel.
[[nodiscard]] DependencyGraph cut_through_dependencies(const CutThroughRouting& routing,
                                                       const CutThroughRoute& route);
[[nodiscard]] DependencyGraph cut_through_dependencies(const CutThroughRouting& routing);

}  // namespace wayfarer
