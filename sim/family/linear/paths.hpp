// The links that a message takes in a client-server network.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "events/paths.hpp"
#include "family/linear/topology.hpp"

namespace wayfarer {

/// Nodes are the switches, each with the branch of its number, then the server.
[[nodiscard]] NetworkMap linear_map(const LinearTopology& topology);

[[nodiscard]] std::unique_ptr<MessagePaths> make_linear_paths(const NetworkConfig& config);

}  // namespace wayfarer
