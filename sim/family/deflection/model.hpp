// Cycle model of a bufferless unidirectional torus with deflection routing in the manner of Hoplite
// (Kapre and Gray). The rules are those of docs/deflection.md.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

[[nodiscard]] std::unique_ptr<Network> make_deflection_model(const NetworkConfig& config);

}  // namespace wayfarer
