// Cycle model of networks of cut-through routers (Fulgham and Snyder).
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// `config` is of this family, and legal. Each cycle follows docs/cut_through.md.
[[nodiscard]] std::unique_ptr<Network> make_cut_through_model(const NetworkConfig& config);

}  // namespace wayfarer
