// Channel dependencies of an InfiniBand mesh.
#pragma once

#include "config/config.hpp"
#include "family/kit/dependency_graph.hpp"

namespace wayfarer {

/// Buffers at the ends of links, the virtual lanes of one together. The branches of a multicast
/// packet go the XY ways to its members. Where each waits by itself, or none has anything before
/// all have, they depend on nothing that unicast packets do not.
[[nodiscard]] DependencyGraph iba_dependencies(const NetworkConfig& config);

}  // namespace wayfarer
