// Cycle model of a mesh or torus of wormhole routers with virtual channels (paper 004). The rules
// are those of docs/vc.md.
#pragma once

#include <memory>

#include "core/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

[[nodiscard]] std::unique_ptr<Network> make_wormhole_model(const NetworkConfig& config);

}  // namespace wayfarer
