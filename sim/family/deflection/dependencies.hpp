// The channel-dependency graph of a bufferless torus: links, and no dependencies.
#pragma once

#include "config/config.hpp"
#include "family/kit/dependency_graph.hpp"

namespace wayfarer {

/// A flit leaves a link after one cycle in any case, so it never holds one link while it waits for
/// another: no link of a route depends on the next.
[[nodiscard]] DependencyGraph deflection_dependencies(const NetworkConfig& config);

}  // namespace wayfarer
