// Channel dependencies of a client-server network.
#pragma once

#include "family/kit/dependency_graph.hpp"
#include "family/linear/topology.hpp"

namespace wayfarer {

/// Resources: the switches' input buffers, the branches' buffers, and between them the server's
/// records: a request ends only when a record is free, and responses free records as they leave.
[[nodiscard]] DependencyGraph linear_dependencies(const LinearTopology& topology);

}  // namespace wayfarer
