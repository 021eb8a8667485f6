// Channel dependencies of an InfiniBand mesh.
#pragma once

#include "config/config.hpp"
#include "family/kit/dependency_graph.hpp"

namespace wayfarer {

/// Resources: the buffers at the ends of links, all virtual lanes of a link as one. The branches of
/// a multicast packet take the XY paths to its members. If each branch waits independently, or none
/// acquires an output before all do, they add no dependencies to those of unicast packets.
[[nodiscard]] DependencyGraph iba_dependencies(const NetworkConfig& config);

}  // namespace wayfarer
