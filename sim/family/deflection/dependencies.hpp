// The channel-dependency graph of a bufferless torus: links, and no dependencies.
#pragma once

#include "config/config.hpp"
#include "family/kit/dependency_graph.hpp"

namespace wayfarer {

/// A flit leaves a link one cycle after it came, wherever it goes: it never holds one link while it
/// waits for another. Each route takes its links one by one; none of them wants the next.
[[nodiscard]] DependencyGraph deflection_dependencies(const NetworkConfig& config);

}  // namespace wayfarer
