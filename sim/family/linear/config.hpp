// The parameters of a client-server network of 2x1 wormhole switches (Yang et al., section II).
#pragma once

#include <algorithm>

#include "config/config.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// Destination and source are below the message's number in a header.
constexpr unsigned kHeaderTerminalBits = 16;

/// The bits of a message's number that a header has room for.
[[nodiscard]] constexpr MessageId header_id_mask(unsigned flit_bits) {
  return (MessageId{1} << std::min(flit_bits - kHeaderTerminalBits, kMessageIdBits)) - 1;
}

struct LinearConfig final : FamilyConfig {
  std::string tree;             ///< As parse_switch_tree reads it; the paper's line by line_text.
  unsigned depth = 1;           ///< Flits in a switch's buffer, 1 to 16.
  bool refill = true;           ///< A full buffer that is being emptied takes a flit in that cycle.
  bool upstream_first = false;  ///< Upstream headers always first, not only on an exact tie.
  bool sporadic = false;        ///< Hosts' own messages are released on demand, a period apart at
                                ///< least, not in every period.
  bool round_trips = false;     ///< Hosts monitor the time until the answer has arrived, not only
                                ///< the request.

  /// The hosts and the server.
  [[nodiscard]] std::uint32_t terminals(const TopologyConfig& topology) const override;
  /// A header with a part of the message's number needs another flit with all of it.
  [[nodiscard]] unsigned least_data_flits(const NetworkConfig& config) const override {
    return config.flit_bits < kHeaderTerminalBits + kMessageIdBits ? 1 : 0;
  }
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
