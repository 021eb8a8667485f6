// The parameters of a client-server network of 2x1 wormhole switches (Yang et al., section II).
#pragma once

#include "config/config.hpp"

namespace wayfarer {

struct LinearConfig final : FamilyConfig {
  std::string tree;             ///< As parse_switch_tree reads it; the paper's line by line_text.
  unsigned depth = 1;           ///< Flits in a switch's buffer, 1 to 16.
  bool refill = true;           ///< A full buffer that is being emptied takes a flit in that cycle.
  bool upstream_first = false;  ///< Upstream headers always first, not only on an exact tie.

  /// The hosts and the server.
  [[nodiscard]] std::uint32_t terminals(const TopologyConfig& topology) const override;
  [[nodiscard]] std::vector<PatternKind> pattern_kinds() const override {
    return {PatternKind::kClientServer};
  }
};

inline LinearConfig& linear_of(NetworkConfig& config) { return config.part<LinearConfig>(); }
inline const LinearConfig& linear_of(const NetworkConfig& config) {
  return config.part<LinearConfig>();
}

/// The keys of its configurations (config/schema.hpp).
[[nodiscard]] const ConfigSchema& linear_schema();

/// A network of the family with its defaults; it has no tree yet.
[[nodiscard]] NetworkConfig linear_config();

}  // namespace wayfarer
