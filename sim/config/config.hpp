// A network as a TOML file describes it, checked: impossible ones never get this far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace wayfarer {

enum class Family { kMway, kLinear, kVc, kIba };
[[nodiscard]] const char* family_name(Family family);

enum class TopologyKind { kMesh, kTorus };
enum class Freeing { kEarly, kLate };
enum class Stat { kExact, kCyclic };

struct TopologyConfig {
  TopologyKind kind = TopologyKind::kMesh;
  std::vector<unsigned> extents;  ///< Channels along each dimension, dimension 0 first; 1 to 9 of them.
  unsigned processors = 1;        ///< Processors on each channel, 1 to 4.
};

/// The m-way router's parameters (paper 003, sections 3.3 to 3.5).
struct MwayRouterConfig {
  unsigned buffers = 4;             ///< Buffers in a set, 1 to 16.
  unsigned depth = 2;               ///< Flits in a buffer, 1 to 128.
  Freeing freeing = Freeing::kEarly;
  Stat stat = Stat::kExact;
  unsigned class_zero_buffers = 0;  ///< Buffers 0..n-1 serve class 0, the others class 1. On a
                                    ///< mesh there is one class, which has them all: n = buffers.
};

/// The client-server network of 2x1 wormhole switches (paper 000, section II).
struct LinearNetworkConfig {
  std::string tree;             ///< As parse_switch_tree reads it; the paper's line by line_text.
  unsigned depth = 1;           ///< Flits in a switch's buffer, 1 to 16.
  bool refill = true;           ///< A full buffer that is being emptied takes a flit in that cycle.
  bool upstream_first = false;  ///< Upstream headers always first, not only on an exact tie.
};

enum class Switching {
  kWormhole,    ///< A worm's flits spread over many nodes (paper 004).
  kCutThrough,  ///< Every buffer holds a whole message (paper 002).
};
enum class VcRouting { kDimensionOrder, kRomm, kValiant, kStarChannels, kMinimalTriplex };
/// Who looks for whom inside a router: see docs/vc.md.
enum class Policy { kRoundRobin, kInputDriven, kInputDrivenRandom, kOutputDriven };
enum class Duplex { kHalf, kFull };
enum class Interleave { kMessage, kFlit };

/// The routers with virtual channels, on meshes and tori (paper 004, section 6; paper 002).
struct VcRouterConfig {
  Switching switching = Switching::kWormhole;
  VcRouting routing = VcRouting::kDimensionOrder;
  Policy policy = Policy::kRoundRobin;
  Duplex duplex = Duplex::kFull;             ///< Half: a channel's directions share a flit a cycle.
  Interleave interleave = Interleave::kFlit; ///< Message: a link serves a message to its tail.
  unsigned phases = 0;           ///< 1 to 8; 0: what the routing implies, and 2 for ROMM.
  unsigned sets = 0;             ///< Of virtual channels; 0: one for each phase and class, which
                                 ///< are needed. With fewer, the last serves for those missing:
                                 ///< for studies of deadlock.
  unsigned lanes = 1;            ///< Virtual channels of a set; with adaptive routing, virtual
                                 ///< channels beside the sets, which have one each.
  unsigned depth = 2;            ///< Flits in an input buffer (cut-through: in any), 1 to 128.
  unsigned pipeline = 0;         ///< Cycles of a header in a node; 0: what the routing implies.
  unsigned injection_lanes = 2;
  unsigned delivery_lanes = 2;
  unsigned seed = 1;             ///< Of all draws.

  /// Sets the switching, and what the paper behind it has where it differs from the other.
  void choose(Switching other);
  [[nodiscard]] bool adaptive() const {
    return routing == VcRouting::kStarChannels || routing == VcRouting::kMinimalTriplex;
  }
};

/// What the subnet manager writes into the tables from service level to virtual lane.
enum class LaneUse {
  kShared,     ///< Any virtual lane, the lowest first.
  kDedicated,  ///< One for each direction (four) or two of them (two).
};
enum class Replication {
  kBranches,      ///< Each copy of a multicast packet starts when it can.
  kAllOrNothing,  ///< All start in one cycle, unless that takes too long.
  kLockstep,      ///< Each takes its output when it can and keeps it; all move together. For studies
                  ///< of deadlock, of which there is some: cycle model only.
};

/// Who cuts messages into packets of at most the MTU, and puts them together.
enum class Segmentation { kTerminals, kEndpoints };

/// The switch of an InfiniBand mesh (paper 001); docs/iba.md has the rules.
struct IbaSwitchConfig {
  unsigned virtual_lanes = 1;  ///< 1, 2 or 4.
  LaneUse lane_use = LaneUse::kShared;
  Replication replication = Replication::kBranches;
  Segmentation segmentation = Segmentation::kTerminals;
  unsigned depth = 0;          ///< Flits in a lane's buffer, to 1024; 0: the largest packet.
  unsigned age = 256;          ///< Cycles after which all-or-nothing starts branch by branch.
  unsigned groups = 0;         ///< Entries of a multicast table, to 4096; 0: one a switch.
};

struct NetworkConfig {
  std::string name;
  std::string description;
  std::string path;  ///< Where it was read from; empty when made in code.
  Family family = Family::kMway;
  TopologyConfig topology;
  MwayRouterConfig mway;
  LinearNetworkConfig linear;
  VcRouterConfig vc;
  IbaSwitchConfig iba;
  unsigned flit_bits = 128;      ///< Data bits of a flit, a power of two, 32 (linear, vc: 64, iba:
                                 ///< 128) to 512.
  unsigned message_bytes = 64;   ///< Data bytes of a message unless the traffic says otherwise.
  unsigned mtu_bytes = 4096;     ///< iba: of a packet at most; longer messages are several packets.

  [[nodiscard]] unsigned flit_bytes() const { return flit_bits / 8; }
  [[nodiscard]] unsigned data_flits(unsigned bytes) const {
    return std::max((bytes + flit_bytes() - 1) / flit_bytes(), least_data_flits());
  }
  /// Flits behind a message's header at least: 0 where the header may be the tail, too.
  [[nodiscard]] unsigned least_data_flits() const { return family == Family::kMway ? 1 : 0; }
  /// What the header's length field holds, or where it has none, what a message table counts; what
  /// a buffer holds behind the header (cut-through); what the packets are made for (iba).
  [[nodiscard]] unsigned max_message_bytes() const {
    if (family == Family::kMway) return 1023;
    if (family == Family::kIba) return message_bytes;
    return cut_through() ? (vc.depth - 1) * flit_bytes() : 65535;
  }
  /// Data bytes of a packet at most; in families without packets, of a message.
  [[nodiscard]] unsigned packet_bytes() const {
    return family == Family::kIba ? std::min(message_bytes, mtu_bytes) : max_message_bytes();
  }
  /// Of family iba, the header included.
  [[nodiscard]] unsigned largest_packet_flits() const { return data_flits(packet_bytes()) + 1; }
  /// Data flits of the packets that endpoints make of messages; 0: terminals send packets.
  [[nodiscard]] unsigned segment_flits() const {
    const bool endpoints = iba.segmentation == Segmentation::kEndpoints;
    return family == Family::kIba && endpoints ? mtu_bytes / flit_bytes() : 0;
  }
  /// Packets of one message arrive in the order sent: with shared lanes they can overtake.
  [[nodiscard]] bool packets_in_order() const {
    return iba.virtual_lanes == 1 || iba.lane_use == LaneUse::kDedicated;
  }
  [[nodiscard]] bool cut_through() const {
    return family == Family::kVc && vc.switching == Switching::kCutThrough;
  }
  /// Of a link of family vc, once the defaults are filled.
  [[nodiscard]] unsigned virtual_channels() const {
    return vc.adaptive() ? vc.sets + vc.lanes : vc.sets * vc.lanes;
  }
  /// Processors; in a client-server network the hosts and the server.
  [[nodiscard]] std::uint32_t terminals() const;
};

/// Reads and checks a file. Throws UsageError naming file, line, key and what would be legal.
[[nodiscard]] NetworkConfig load_config(const std::string& path);

/// The same for text; `origin` stands for the file's name in messages.
[[nodiscard]] NetworkConfig parse_config(const std::string& toml_text, const std::string& origin);

/// Checks a configuration made in code and fills derived defaults (fill_defaults).
void validate(NetworkConfig& config);

/// The configuration as a TOML document that load_config reads back to the same value.
[[nodiscard]] std::string to_toml(const NetworkConfig& config);

/// Resolves a shipped name ("mesh16x16") or a path to the path of a file; UsageError lists names.
[[nodiscard]] std::string find_config(const std::string& name_or_path);

/// Names of the shipped configurations in sim/configs, sorted.
[[nodiscard]] std::vector<std::string> shipped_configs();

/// An error text unless the parts are possible together. Empty when all is well.
[[nodiscard]] std::string impossible(const NetworkConfig& config);

}  // namespace wayfarer
