// Cycle models of meshes and tori of routers with virtual channels: which one a configuration asks
// for. The rules of all are on docs/vc.md.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// The model of a checked configuration (`validate`).
[[nodiscard]] std::unique_ptr<Network> make_vc_model(const NetworkConfig& config);

}  // namespace wayfarer
