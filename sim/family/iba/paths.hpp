// The links that a packet takes in a mesh of InfiniBand switches, from the switches' tables.
#pragma once

#include <functional>
#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"
#include "events/paths.hpp"

namespace wayfarer {

/// `prepare` fills the tables.
[[nodiscard]] std::unique_ptr<MessagePaths> make_iba_paths(
    const NetworkConfig& config, const std::function<void(Network&)>& prepare);

}  // namespace wayfarer
