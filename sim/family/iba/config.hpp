// The parameters of an InfiniBand mesh's switch and endpoints (Zhou et al.); docs/iba.md has the
// rules.
#pragma once

#include "config/config.hpp"

namespace wayfarer {

/// What the subnet manager writes into the tables from service level to virtual lane.
enum class LaneUse {
  kShared,     ///< Any virtual lane, the lowest first.
  kDedicated,  ///< One for each direction (four) or two of them (two).
};
enum class Replication {
  kBranches,      ///< Each copy of a multicast packet starts when it can.
  kAllOrNothing,  ///< All start in one cycle, unless that takes too long.
  kLockstep,  ///< Each takes its output when it can and keeps it; all move together. For studies
              ///< of deadlock, of which there is some: cycle model only.
};

/// Who cuts messages into packets of at most the MTU, and puts them together.
enum class Segmentation { kTerminals, kEndpoints };

struct IbaConfig final : FamilyConfig {
  unsigned virtual_lanes = 1;  ///< 1, 2 or 4.
  LaneUse lane_use = LaneUse::kShared;
  Replication replication = Replication::kBranches;
  Segmentation segmentation = Segmentation::kTerminals;
  unsigned depth = 0;         ///< Flits in a lane's buffer, to 1024; 0: the largest packet.
  unsigned age = 256;         ///< Cycles after which all-or-nothing starts branch by branch.
  unsigned groups = 0;        ///< Entries of a multicast table, to 4096; 0: one a switch.
  unsigned mtu_bytes = 4096;  ///< Of a packet at most; longer messages are several packets.

  /// What the packets are made for.
  [[nodiscard]] unsigned max_message_bytes(const NetworkConfig& config) const override {
    return config.message_bytes;
  }
  [[nodiscard]] unsigned packet_bytes(const NetworkConfig& config) const override {
    return std::min(config.message_bytes, mtu_bytes);
  }
  /// With shared lanes they can overtake.
  [[nodiscard]] bool packets_in_order() const override {
    return virtual_lanes == 1 || lane_use == LaneUse::kDedicated;
  }
  [[nodiscard]] std::vector<PatternKind> pattern_kinds() const override {
    return {PatternKind::kGrid, PatternKind::kMulticast};
  }
  /// Terminals count along the rows.
  [[nodiscard]] TopologyConfig pattern_grid(const TopologyConfig& topology) const override {
    TopologyConfig grid = topology;
    std::reverse(grid.extents.begin(), grid.extents.end());
    return grid;
  }
};

inline IbaConfig& iba_of(NetworkConfig& config) { return config.part<IbaConfig>(); }
inline const IbaConfig& iba_of(const NetworkConfig& config) { return config.part<IbaConfig>(); }

/// The header included.
[[nodiscard]] inline unsigned largest_packet_flits(const NetworkConfig& config) {
  return config.data_flits(config.packet_bytes()) + 1;
}

/// Data flits of the packets that endpoints make of messages; 0: terminals send packets.
[[nodiscard]] inline unsigned segment_flits(const NetworkConfig& config) {
  const bool endpoints = iba_of(config).segmentation == Segmentation::kEndpoints;
  return endpoints ? iba_of(config).mtu_bytes / config.flit_bytes() : 0;
}

/// The keys of its configurations (config/schema.hpp).
[[nodiscard]] const ConfigSchema& iba_schema();

/// A network of the family with its defaults; it has no extents yet.
[[nodiscard]] NetworkConfig iba_config();

}  // namespace wayfarer
