// The vector form of the m-way model: the same in every cycle as the scalar form (model.hpp of the
// family), and faster under load. docs/models.md describes both.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "core/network.hpp"
#include "core/simd.hpp"

namespace wayfarer {

/// Whether the vector form covers a configuration: it does not cover the variants.
[[nodiscard]] bool has_mway_vector_model(const NetworkConfig& config);

/// Whether it is the faster one at a load, which is given as a part of the bound.
[[nodiscard]] bool mway_vector_pays(const NetworkConfig& config, double load);

/// Has a MessagePort.
[[nodiscard]] std::unique_ptr<Network> make_mway_vector_model(const NetworkConfig& config,
                                                              Simd simd);

}  // namespace wayfarer
