// The vector form of the wormhole model: the same in every cycle as the scalar form (model.hpp),
// and faster. docs/models.md describes both.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"
#include "core/simd.hpp"
#include "family/wormhole/phases.hpp"

namespace wayfarer {

/// Has a MessagePort. Covers every configuration. `least_bits`: of the words of a node, 32 or 64.
[[nodiscard]] std::unique_ptr<Network> make_wormhole_vector_model(const NetworkConfig& config,
                                                                  Simd simd,
                                                                  unsigned least_bits = 32,
                                                                  const RouteSource& routes = {});

}  // namespace wayfarer
