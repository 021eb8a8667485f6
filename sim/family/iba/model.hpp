// Cycle model of a mesh of InfiniBand switches with hardware multicast (Zhou et al.). The rules are
// those of docs/iba.md.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// The model of a checked configuration (`validate`). Its tables are those after a reset until a
/// subnet manager writes them (Network::management).
[[nodiscard]] std::unique_ptr<Network> make_iba_model(const NetworkConfig& config);

}  // namespace wayfarer
