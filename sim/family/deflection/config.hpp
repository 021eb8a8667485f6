// The parameters of a bufferless torus with deflection routing.
#pragma once

#include "config/config.hpp"

namespace wayfarer {

struct DeflectionConfig final : FamilyConfig {
  unsigned depth = 2;  ///< Flits in a terminal's injection queue, 1 to 64.

  /// A message is its header: a single flit.
  [[nodiscard]] unsigned max_message_bytes(const NetworkConfig&) const override { return 0; }
};

inline DeflectionConfig& deflection_of(NetworkConfig& config) {
  return config.part<DeflectionConfig>();
}
inline const DeflectionConfig& deflection_of(const NetworkConfig& config) {
  return config.part<DeflectionConfig>();
}

/// The keys of its configurations (config/schema.hpp).
[[nodiscard]] const ConfigSchema& deflection_schema();

/// A network of the family with its defaults; it has no extents yet.
[[nodiscard]] NetworkConfig deflection_config();

}  // namespace wayfarer
