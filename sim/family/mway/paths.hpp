// The channels that a message may take next in an m-way network, and the buffers that it needs
// there.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "events/paths.hpp"

namespace wayfarer {

[[nodiscard]] std::unique_ptr<MessagePaths> make_mway_paths(const NetworkConfig& config);

}  // namespace wayfarer
