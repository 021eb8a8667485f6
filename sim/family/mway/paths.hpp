// The channels that a message may take next in an m-way network, and the buffers that it needs
// there.
#pragma once

#include <functional>
#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"
#include "events/paths.hpp"

namespace wayfarer {

/// `prepare` sets the groups of multicast messages.
[[nodiscard]] std::unique_ptr<MessagePaths> make_mway_paths(
    const NetworkConfig& config, const std::function<void(Network&)>& prepare);

}  // namespace wayfarer
