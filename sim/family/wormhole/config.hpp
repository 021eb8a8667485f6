// The parameters of wormhole routers with virtual channels (Nesson and Johnsson, section 6).
#pragma once

#include <optional>

#include "family/mesh/config.hpp"

namespace wayfarer {

enum class WormholeRoutingKind { kDimensionOrder, kRomm, kValiant, kO1Turn, kRommNodes };
/// How a sender knows whether the buffer behind a link has room.
enum class FlowControl { kOnOff, kCredits };

struct WormholeConfig final : MeshConfig {
  WormholeRoutingKind routing = WormholeRoutingKind::kDimensionOrder;
  unsigned cardinality =
      0;  ///< Maximum displacements of a message, ROMM only; 0: number of dimensions.
  unsigned pipeline = 0;        ///< Registers per hop: 1 after the crossbar; 2 also before it.
  unsigned link_registers = 0;  ///< On every link, in both directions.
  /// Flits for which the buffer behind a link must have room when a header takes its virtual
  /// channel: of the longest message (virtual cut-through); 0: a flit (wormhole).
  unsigned message_flits = 0;
  /// Not given: credits if a hop or a link has registers, and with whole messages.
  std::optional<FlowControl> flow_control;

  /// No phases yet; validation fills those that the routing implies, 2 for ROMM.
  WormholeConfig() { phases = 0; }

  /// Whether a buffer holds a whole message, or more: virtual cut-through.
  [[nodiscard]] bool whole_messages() const { return message_flits != 0; }
  [[nodiscard]] unsigned max_message_bytes(const NetworkConfig& config) const override {
    return whole_messages() ? (message_flits - 1) * config.flit_bytes()
                            : MeshConfig::max_message_bytes(config);
  }
  [[nodiscard]] FlowControl implied_flow_control() const {
    return pipeline != 0 || link_registers != 0 || whole_messages() ? FlowControl::kCredits
                                                                    : FlowControl::kOnOff;
  }
  [[nodiscard]] bool has_credits() const {
    return flow_control.value_or(implied_flow_control()) == FlowControl::kCredits;
  }
};

inline WormholeConfig& wormhole_of(NetworkConfig& config) { return config.part<WormholeConfig>(); }
inline const WormholeConfig& wormhole_of(const NetworkConfig& config) {
  return config.part<WormholeConfig>();
}

/// The keys of its configurations (config/schema.hpp).
[[nodiscard]] const ConfigSchema& wormhole_schema();

/// A network of the family with its defaults; it has no extents yet.
[[nodiscard]] NetworkConfig wormhole_config();

}  // namespace wayfarer
