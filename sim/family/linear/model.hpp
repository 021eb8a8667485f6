// Cycle model of a client-server network of 2x1 wormhole switches: equal to rtl/linear in every
// cycle. The rules are those of docs/linear.md.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// The model of a checked configuration (`validate`).
[[nodiscard]] std::unique_ptr<Network> make_linear_model(const NetworkConfig& config);

}  // namespace wayfarer
