// The dependency graph of cut-through routers (Fulgham and Snyder).
#pragma once

#include <functional>

#include "family/cut_through/routing.hpp"
#include "family/kit/dependency_graph.hpp"

namespace wayfarer {

/// Output buffers that a header in an input buffer may take: CutThroughRouting::outputs.
using CutThroughRoute = std::function<BufferMask(NodeId node, const Hops& hops, unsigned in)>;

/// Resources: the escape channels of the links; with oblivious routing these are all channels. A
/// blocked message lies in one buffer, so it holds a single channel. If every header may always
/// take an escape channel, only held escape channels matter: without a cycle among them, the escape
/// channels drain, and then so do all others (Duato). Follows headers in every position, with every
/// possible remaining displacement. Throws CheckFailed if one of them may take no escape channel.
[[nodiscard]] DependencyGraph cut_through_dependencies(const CutThroughRouting& routing,
                                                       const CutThroughRoute& route);
[[nodiscard]] DependencyGraph cut_through_dependencies(const CutThroughRouting& routing);

}  // namespace wayfarer
