// The links that a message takes in a client-server network.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "events/paths.hpp"

namespace wayfarer {

[[nodiscard]] std::unique_ptr<MessagePaths> make_linear_paths(const NetworkConfig& config);

}  // namespace wayfarer
