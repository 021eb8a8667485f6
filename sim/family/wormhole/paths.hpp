// The channels that a message may take next in a network of wormhole routers.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "events/paths.hpp"

namespace wayfarer {

[[nodiscard]] std::unique_ptr<MessagePaths> make_wormhole_paths(const NetworkConfig& config);

}  // namespace wayfarer
