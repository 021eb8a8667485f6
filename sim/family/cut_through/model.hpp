// Cycle model of networks of cut-through routers (Fulgham and Snyder).
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"
#include "family/cut_through/routing.hpp"

namespace wayfarer {

/// `config` is of this family, and legal. Each cycle follows docs/cut_through.md.
/// `hops`: where the hops of a terminal's next header come from, unless the model draws them.
[[nodiscard]] std::unique_ptr<Network> make_cut_through_model(const NetworkConfig& config,
                                                              const HopSource& hops = {});

}  // namespace wayfarer
