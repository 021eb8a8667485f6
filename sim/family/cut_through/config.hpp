// The parameters of input- and output-driven virtual cut-through routers (Fulgham and Snyder).
#pragma once

#include <optional>

#include "family/mesh/config.hpp"

namespace wayfarer {

enum class CutThroughRoutingKind { kDimensionOrder, kStarChannels, kMinimalTriplex, kChaos };
/// How inputs and outputs are matched inside a router: see docs/cut_through.md. Uniform: one of
/// several buffers is chosen at random with equal chances, not by XOR.
enum class Policy {
  kInputDriven,
  kInputDrivenRandom,
  kOutputDriven,
  kInputDrivenRoundRobin,
  kInputDrivenUniform,
  kOutputDrivenUniform
};
enum class Duplex { kHalf, kFull };
enum class Interleave { kMessage, kFlit };
enum class LaneBinding { kNone, kHeader };
enum class OutputRoom { kEmpty, kDraining };

struct CutThroughConfig final : MeshConfig {
  CutThroughRoutingKind routing = CutThroughRoutingKind::kDimensionOrder;
  std::optional<Policy> policy;                  ///< Not given: what the routing implies.
  Duplex duplex = Duplex::kHalf;                 ///< Half: a channel's directions share a flit a
                                                 ///< cycle.
  Interleave interleave = Interleave::kMessage;  ///< Message: a link serves a message to its tail.
  OutputRoom output_room = OutputRoom::kEmpty;   ///< Draining: also behind a message that the link
                                                 ///< is sending.
  /// Header: an oblivious header waits on one virtual channel of its class. Not given: where there
  /// are several.
  std::optional<LaneBinding> lane_binding;
  unsigned pipeline = 0;  ///< Cycles of a header in a node, 1 to 4; 0: what the routing implies.
  unsigned queue = 0;     ///< Frames of a node's queue, 2 to 16; 0: what the routing implies.

  /// Every buffer holds a whole message.
  CutThroughConfig() {
    depth = 20;
    injection_ports = 1;
    ejection_ports = 1;
  }
  [[nodiscard]] bool adaptive() const { return routing != CutThroughRoutingKind::kDimensionOrder; }
  /// Whether messages leave their minimal routes, from a node's queue.
  [[nodiscard]] bool chaotic() const { return routing == CutThroughRoutingKind::kChaos; }
  [[nodiscard]] Policy matching_policy() const {
    return policy.value_or(chaotic() ? Policy::kOutputDriven : Policy::kInputDriven);
  }
  [[nodiscard]] bool output_driven() const {
    const Policy matching = matching_policy();
    return matching == Policy::kOutputDriven || matching == Policy::kOutputDrivenUniform;
  }
  /// Whether the policy chooses at random with equal chances.
  [[nodiscard]] bool draws_uniformly() const {
    const Policy matching = matching_policy();
    return matching == Policy::kInputDrivenUniform || matching == Policy::kOutputDrivenUniform;
  }
  /// Whether the policy makes random choices.
  [[nodiscard]] bool draws() const {
    return output_driven() || draws_uniformly() || matching_policy() == Policy::kInputDrivenRandom;
  }
  /// Whether a header may take any of several virtual channels of one class.
  [[nodiscard]] bool has_lanes() const { return !adaptive() && virtual_channels > 1; }
  [[nodiscard]] LaneBinding implied_binding() const {
    return has_lanes() ? LaneBinding::kHeader : LaneBinding::kNone;
  }
  [[nodiscard]] bool binds_lanes() const {
    return lane_binding.value_or(implied_binding()) == LaneBinding::kHeader;
  }
  /// With adaptive routing, `virtual_channels` counts those in addition to one per class; chaotic
  /// routing has no classes.
  [[nodiscard]] unsigned link_virtual_channels() const override {
    if (chaotic()) return virtual_channels;
    return adaptive() ? vc_classes + virtual_channels : vc_classes * virtual_channels;
  }
  /// Packet exchange keeps chaotic routing from deadlock, without classes.
  [[nodiscard]] unsigned dateline_classes(const TopologyConfig& topology) const override {
    return chaotic() ? 1 : MeshConfig::dateline_classes(topology);
  }
  /// Chaotic routing has two: 0 for messages on a minimal route, 1 for derouted ones.
  [[nodiscard]] unsigned channel_drivers() const override {
    return chaotic() ? 2 : link_virtual_channels();
  }
  [[nodiscard]] unsigned max_message_bytes(const NetworkConfig& config) const override {
    return buffered_message_bytes(config);
  }
};

inline CutThroughConfig& cut_through_of(NetworkConfig& config) {
  return config.part<CutThroughConfig>();
}
inline const CutThroughConfig& cut_through_of(const NetworkConfig& config) {
  return config.part<CutThroughConfig>();
}

/// The keys of its configurations (config/schema.hpp).
[[nodiscard]] const ConfigSchema& cut_through_schema();

/// A network of the family with its defaults; it has no extents yet.
[[nodiscard]] NetworkConfig cut_through_config();

}  // namespace wayfarer
