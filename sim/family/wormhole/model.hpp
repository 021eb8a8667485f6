// Cycle model of a mesh or torus of wormhole routers with virtual channels (Nesson and Johnsson).
// The rules are those of docs/wormhole.md.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"
#include "family/wormhole/phases.hpp"

namespace wayfarer {

/// `least_bits`: of the words that the state is kept in, 16 to 128. What the configuration does not
/// need only costs time: for tests that all sizes agree. `routes`: where routes come from, unless
/// the model draws them.
[[nodiscard]] std::unique_ptr<Network> make_wormhole_model(const NetworkConfig& config,
                                                           unsigned least_bits = 16,
                                                           const RouteSource& routes = {});

}  // namespace wayfarer
