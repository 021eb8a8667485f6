// The parameters of an InfiniBand mesh's switch and endpoints (Zhou et al.); docs/iba.md has the
// rules.
#pragma once

#include <array>

#include "config/config.hpp"

namespace wayfarer {

/// How the subnet manager fills the tables from service level to virtual lane.
enum class LaneUse {
  kShared,     ///< Any virtual lane, the lowest first.
  kDedicated,  ///< One per direction (four lanes) or per two directions (two lanes).
  kByLevel,    ///< One per service level, as InfiniBand has it: the level modulo the lanes.
};
enum class Replication {
  kBranches,      ///< Each copy of a multicast packet starts as soon as it can.
  kAllOrNothing,  ///< All copies start in one cycle, unless that takes too long.
  kLockstep,      ///< Each copy takes its output when it can and keeps it; all move together. Can
                  ///< deadlock, for studies of it: cycle model only.
};

/// How an output port picks the virtual lane of the next flit.
enum class Arbitration {
  kRoundRobin,
  kWeights,  ///< By VL arbitration tables, as InfiniBand has them.
};

/// Whose messages have the same service level.
enum class LevelsBy { kMessage, kTerminal };

/// Where messages are cut into packets of at most the MTU, and reassembled.
enum class Segmentation { kTerminals, kEndpoints };

struct IbaConfig final : FamilyConfig {
  unsigned virtual_lanes = 1;  ///< 1, 2 or 4.
  LaneUse lane_use = LaneUse::kShared;
  unsigned service_levels = 1;  ///< 1 to 15
  LevelsBy levels_by = LevelsBy::kMessage;
  Replication replication = Replication::kBranches;
  Segmentation segmentation = Segmentation::kTerminals;
  Arbitration arbitration = Arbitration::kRoundRobin;
  unsigned arbitration_entries = 8;  ///< Entries per arbitration table: virtual_lanes to 64.
  /// What the subnet manager writes into every port's tables: weights by virtual lane, 0 to 255,
  std::array<unsigned, 4> low_weights = {1, 1, 1, 1};
  std::array<unsigned, 4> high_weights = {};
  unsigned high_limit = 0;    ///< and the limit of high priority in flits, 0 to 255.
  unsigned depth = 0;         ///< Flits in a lane's buffer, to 1024; 0: the largest packet.
  unsigned age = 256;         ///< Cycles after which all-or-nothing starts branch by branch.
  unsigned lifetime = 0;      ///< Cycles without progress after which a packet at the front of its
                              ///< buffer is discarded; 0: never.
  unsigned hop_limit = 0;     ///< Links that a packet may take, to 255; 0: any number.
  bool in_band = false;       ///< The management port reaches switches over the links.
  unsigned groups = 0;        ///< Entries of a multicast table, to 4096; 0: one a switch.
  unsigned mtu_bytes = 4096;  ///< Maximum of a packet; longer messages are several packets.

  /// Service level of a terminal's message; messages count from 0.
  [[nodiscard]] unsigned level_of(TerminalId terminal, std::uint64_t message) const {
    const std::uint64_t number = levels_by == LevelsBy::kMessage ? message : 0;
    return static_cast<unsigned>((terminal + number) % service_levels);
  }
  /// Service levels.
  [[nodiscard]] unsigned message_classes() const override { return service_levels; }
  [[nodiscard]] unsigned message_class(TerminalId source, std::uint64_t header) const override {
    return level_of(source, header);
  }
  /// The configured length of messages is also the longest.
  [[nodiscard]] unsigned max_message_bytes(const NetworkConfig& config) const override {
    return config.message_bytes;
  }
  [[nodiscard]] unsigned packet_bytes(const NetworkConfig& config) const override {
    return std::min(config.message_bytes, mtu_bytes);
  }
  /// With shared lanes packets can overtake.
  [[nodiscard]] bool packets_in_order() const override {
    return virtual_lanes == 1 || lane_use != LaneUse::kShared;
  }
  /// A packet that the lifetime discards moves no flit, and neither does the next one meanwhile.
  [[nodiscard]] Cycle lost_after() const override {
    constexpr Cycle kLookUp = 16;  // more than a flit needs from a buffer to the next
    return lifetime == 0 ? kNever : Cycle{lifetime} + depth + kLookUp;
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

/// Flits of the largest packet, header included.
[[nodiscard]] inline unsigned largest_packet_flits(const NetworkConfig& config) {
  return config.data_flits(config.packet_bytes()) + 1;
}

/// Data flits of the packets into which endpoints cut messages; 0: terminals send packets.
[[nodiscard]] inline unsigned segment_flits(const NetworkConfig& config) {
  const bool endpoints = iba_of(config).segmentation == Segmentation::kEndpoints;
  return endpoints ? iba_of(config).mtu_bytes / config.flit_bytes() : 0;
}

/// Hops for which a subnet management packet has room, as iba_pkg::path_hops has them: a flit less
/// its other fields, two bits a hop, counted by six bits.
[[nodiscard]] inline unsigned path_hops(unsigned flit_bits) {
  constexpr unsigned kOtherBits = 65;
  return std::min((flit_bits - kOtherBits) / 2, 63u);
}

/// Entries of each VL arbitration table; 0: round robin.
[[nodiscard]] inline unsigned arbitration_entries(const NetworkConfig& config) {
  const IbaConfig& iba = iba_of(config);
  return iba.arbitration == Arbitration::kWeights ? iba.arbitration_entries : 0;
}

/// Flits that a weight of 1 in an arbitration table stands for: 64 bytes.
[[nodiscard]] inline unsigned turn_flits(const NetworkConfig& config) {
  constexpr unsigned kUnitBits = 512;
  return config.flit_bits < kUnitBits ? kUnitBits / config.flit_bits : 1;
}

/// The keys of its configurations (config/schema.hpp).
[[nodiscard]] const ConfigSchema& iba_schema();

/// A network of the family with its defaults; it has no extents yet.
[[nodiscard]] NetworkConfig iba_config();

}  // namespace wayfarer
