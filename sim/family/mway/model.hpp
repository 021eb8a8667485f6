// Cycle model of a k-ary m-way network of switch-free routers: the twin of rtl/mway, equal to it
// in every cycle. The rules are those of docs/mway.md.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// The model of a checked configuration (`validate`).
[[nodiscard]] std::unique_ptr<Network> make_mway_model(const NetworkConfig& config);

}  // namespace wayfarer
