// Cycle model of networks of cut-through routers (Fulgham and Snyder).
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// `config` is of family vc with cut-through switching, and legal. Each cycle follows docs/vc.md.
[[nodiscard]] std::unique_ptr<Network> make_cut_through_model(const NetworkConfig& config);

}  // namespace wayfarer
