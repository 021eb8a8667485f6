#include "config/config_checks.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/config_keys.hpp"
#include "core/error.hpp"
#include "geometry/switch_tree.hpp"
#include "core/text.hpp"
#include "family/mesh/header.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMaxDimensions = 9;
constexpr unsigned kMaxTerminals = 65536;
constexpr unsigned kMaxWays = 16;
constexpr unsigned kWayBits = 4;
constexpr unsigned kClassBits = 1;
constexpr unsigned kLengthBits = 10;

/// Bits that tell `count` things apart; none for one thing.
unsigned index_width(unsigned count) {
  unsigned bits = 0;
  while ((1u << bits) < count) ++bits;
  return bits;
}

/// Members of a channel: see MwayTopology::way.
unsigned ways_of(const TopologyConfig& topology) {
  unsigned ways = topology.processors;
  for (const unsigned extent : topology.extents)
    ways += extent == 1 ? 0 : (topology.kind == TopologyKind::kTorus || extent > 2 ? 2 : 1);
  return ways;
}

unsigned header_bits(const TopologyConfig& topology) {
  unsigned bits = kWayBits + kClassBits + kLengthBits + index_width(topology.processors);
  for (const unsigned extent : topology.extents) bits += index_width(extent);
  return bits;
}

std::optional<ConfigFault> range_fault(const NetworkConfig& config) {
  NetworkConfig copy = config;
  for (const NumberKey& number : number_keys(config.family)) {
    const unsigned value = number.of(copy);
    if (!is_derived(number, value) && (value < number.low || value > number.high))
      return ConfigFault{number.key, fmt::format("{} is out of range; legal: {} to {}", value,
                                                 number.low, number.high)};
  }
  return std::nullopt;
}

std::optional<ConfigFault> topology_fault(const NetworkConfig& config) {
  const TopologyConfig& topology = config.topology;
  const bool torus = topology.kind == TopologyKind::kTorus;
  const std::size_t dimensions = topology.extents.size();
  if (dimensions < 1 || dimensions > kMaxDimensions)
    return ConfigFault{kExtentsKey, fmt::format("{} dimensions; legal: 1 to {}", dimensions,
                                                kMaxDimensions)};
  std::uint64_t terminals = topology.processors;
  for (const unsigned extent : topology.extents) {
    const unsigned least = torus && config.family == Family::kMway ? 2 : 1;
    if (extent < least || extent > kMaxExtent)
      return ConfigFault{kExtentsKey,
                         fmt::format("an extent of {} in a {}; legal: {} to {}", extent,
                                     torus ? "torus" : "mesh", least, kMaxExtent)};
    terminals *= extent;
    if (terminals > kMaxTerminals)
      return ConfigFault{kExtentsKey, fmt::format("more than {} processors; legal: at most {}",
                                                  kMaxTerminals, kMaxTerminals)};
  }
  if (config.family != Family::kMway) return std::nullopt;
  const unsigned ways = ways_of(topology);
  if (ways < 2 || ways > kMaxWays)
    return ConfigFault{kExtentsKey,
                       fmt::format("a channel would have {} members (routers and processors); "
                                   "legal: 2 to {}", ways, kMaxWays)};
  return std::nullopt;
}

std::optional<ConfigFault> class_fault(const NetworkConfig& config) {
  const unsigned buffers = config.mway.buffers;
  const unsigned zero = config.mway.class_zero_buffers;
  if (config.topology.kind == TopologyKind::kMesh) {
    if (zero == 0 || zero == buffers) return std::nullopt;
    return ConfigFault{"router.class_zero_buffers",
                       fmt::format("a mesh has one class, which owns all buffers; legal: {} or "
                                   "leaving it out", buffers)};
  }
  if (buffers < 2)
    return ConfigFault{"router.buffers", "a torus needs a buffer for each of its two classes; "
                                         "legal: 2 to 16"};
  if (zero >= buffers)
    return ConfigFault{"router.class_zero_buffers",
                       fmt::format("{} of {} buffers leave none to class 1; legal: 1 to {}", zero,
                                   buffers, buffers - 1)};
  return std::nullopt;
}

constexpr unsigned kMaxVcDimensions = 4;
constexpr unsigned kMaxPorts = 64;  ///< Buffers of a router on one side.

/// Phases that a routing implies; 0: any number.
unsigned implied_phases(VcRouting routing) {
  return routing == VcRouting::kRomm ? 0 : routing == VcRouting::kValiant ? 2 : 1;
}

/// Sets of virtual channels that keep a network from deadlock: one for each phase and class.
unsigned needed_sets(const NetworkConfig& config) {
  return config.vc.phases * (config.topology.kind == TopologyKind::kTorus ? 2 : 1);
}

/// What each way of switching has, by name.
struct SwitchingChoice {
  const char* key;
  std::vector<std::string> wormhole;
  std::vector<std::string> cut_through;
};
const std::vector<SwitchingChoice>& switching_choices() {
  static const std::vector<SwitchingChoice> list = {
      {"router.routing",
       {"dimension-order", "romm", "valiant"},
       {"dimension-order", "star-channels", "minimal-triplex"}},
      {"router.policy", {"round-robin"}, {"input-driven", "input-driven-random", "output-driven"}},
      {"router.duplex", {"full"}, {"half", "full"}},
      {"router.interleave", {"flit"}, {"message", "flit"}},
  };
  return list;
}

std::optional<ConfigFault> switching_fault(const NetworkConfig& config) {
  const bool cut_through = config.cut_through();
  for (const SwitchingChoice& choice : switching_choices())
    for (const ChoiceKey& known : choice_keys(Family::kVc)) {
      if (known.key != choice.key) continue;
      const std::vector<std::string>& legal = cut_through ? choice.cut_through : choice.wormhole;
      const std::string& name = known.names[known.get(config)];
      if (std::find(legal.begin(), legal.end(), name) == legal.end())
        return ConfigFault{choice.key,
                           fmt::format("'{}' with {} switching; legal: {}", name,
                                       cut_through ? "cut-through" : "wormhole", join(legal))};
    }
  if (!cut_through && config.vc.depth > 64)
    return ConfigFault{"router.depth", fmt::format("{} flits with wormhole switching; legal: 1 to "
                                                   "64", config.vc.depth)};
  if (!cut_through && config.vc.pipeline > 1)
    return ConfigFault{kPipelineKey, fmt::format("{} cycles with wormhole switching; legal: 1 or "
                                                 "leaving it out", config.vc.pipeline)};
  return std::nullopt;
}

/// A buffer of a cut-through router holds a whole message.
std::optional<ConfigFault> message_fault(const NetworkConfig& config) {
  if (!config.cut_through() || config.message_bytes <= config.max_message_bytes())
    return std::nullopt;
  return ConfigFault{"traffic.message_bytes",
                     fmt::format("{} bytes and their header do not fit into a buffer of {} flits; "
                                 "legal: 0 to {}", config.message_bytes, config.vc.depth,
                                 config.max_message_bytes())};
}

std::optional<ConfigFault> vc_fault(NetworkConfig config) {
  const std::size_t dimensions = config.topology.extents.size();
  if (dimensions > kMaxVcDimensions)
    return ConfigFault{kExtentsKey, fmt::format("{} dimensions; legal: 1 to {}", dimensions,
                                                kMaxVcDimensions)};
  const unsigned implied = implied_phases(config.vc.routing);
  if (implied != 0 && config.vc.phases != 0 && config.vc.phases != implied)
    return ConfigFault{kPhasesKey, fmt::format("{} phases with this routing; legal: {} or leaving "
                                               "it out", config.vc.phases, implied)};
  if (auto fault = switching_fault(config)) return fault;
  fill_defaults(config);
  if (config.vc.sets > needed_sets(config))
    return ConfigFault{kSetsKey, fmt::format("{} sets of virtual channels; legal: 1 to {}",
                                             config.vc.sets, needed_sets(config))};
  const unsigned buffers =
      2 * static_cast<unsigned>(dimensions) * config.virtual_channels() +
      std::max(config.vc.injection_lanes, config.vc.delivery_lanes);
  if (buffers > kMaxPorts)
    return ConfigFault{"router.lanes", fmt::format("{} buffers at a node with {} virtual channels "
                                                   "a link; legal: at most {}", buffers,
                                                   config.virtual_channels(), kMaxPorts)};
  const unsigned needed = VcHeader(config).bits();
  if (config.flit_bits < needed)
    return ConfigFault{"flit.bits", fmt::format("{} bits are too narrow for the header; legal: at "
                                                "least {}", config.flit_bits, needed)};
  return message_fault(config);
}

std::optional<ConfigFault> iba_fault(const NetworkConfig& config) {
  if (config.topology.kind != TopologyKind::kMesh || config.topology.extents.size() != 2)
    return ConfigFault{kExtentsKey, fmt::format("{} dimensions; legal: [m, n], columns and rows",
                                                config.topology.extents.size())};
  const unsigned lanes = config.iba.virtual_lanes;
  if (lanes == 3)
    return ConfigFault{kIbaLanesKey, "3 virtual lanes; legal: 1, 2, 4"};
  if ((config.mtu_bytes & (config.mtu_bytes - 1)) != 0)
    return ConfigFault{kMtuKey, fmt::format("{} is no power of two; legal: 256, 512, 1024, 2048, "
                                            "4096, 8192", config.mtu_bytes)};
  if (config.terminals() >= 0xC000)
    return ConfigFault{kExtentsKey, fmt::format("{} switches; legal: less than {}, where multicast "
                                                "LIDs begin", config.terminals(), 0xC000)};
  if (config.segment_flits() != 0 && !config.packets_in_order())
    return ConfigFault{kSegmentationKey,
                       "'endpoints' with shared virtual lanes, where the packets of a message can "
                       "overtake; legal: terminals, or one virtual lane, or router.lane_use = "
                       "\"dedicated\""};
  const unsigned largest = config.largest_packet_flits();
  if (config.iba.depth != 0 && config.iba.depth < largest)
    return ConfigFault{kIbaDepthKey,
                       fmt::format("{} flits do not hold a packet of {} bytes and its header; "
                                   "legal: {} to 1024",
                                   config.iba.depth, config.packet_bytes(), largest)};
  return std::nullopt;
}

std::optional<ConfigFault> flit_fault(const NetworkConfig& config) {
  if ((config.flit_bits & (config.flit_bits - 1)) != 0)
    return ConfigFault{"flit.bits", fmt::format("{} is no power of two; legal: {}128, 256, 512",
                                                config.flit_bits,
                                                config.family == Family::kMway  ? "32, 64, "
                                                : config.family == Family::kIba ? ""
                                                                                : "64, ")};
  if (config.family != Family::kMway) return std::nullopt;
  const unsigned needed = header_bits(config.topology);
  if (config.flit_bits < needed)
    return ConfigFault{"flit.bits", fmt::format("{} bits are too narrow for the header; legal: at "
                                                "least {}", config.flit_bits, needed)};
  return std::nullopt;
}

std::optional<ConfigFault> tree_fault(const LinearNetworkConfig& linear) {
  try {
    (void)parse_switch_tree(linear.tree);
    return std::nullopt;
  } catch (const UsageError& error) {
    return ConfigFault{kTreeKey, error.what()};
  }
}

}  // namespace

std::optional<ConfigFault> find_fault(const NetworkConfig& config) {
  if (auto fault = range_fault(config)) return fault;
  if (config.family == Family::kLinear) {
    if (auto fault = tree_fault(config.linear)) return fault;
    return flit_fault(config);
  }
  if (auto fault = topology_fault(config)) return fault;
  if (auto fault = config.family == Family::kVc    ? vc_fault(config)
                   : config.family == Family::kIba ? iba_fault(config)
                                                   : class_fault(config))
    return fault;
  return flit_fault(config);
}

void fill_defaults(NetworkConfig& config) {
  const bool torus = config.topology.kind == TopologyKind::kTorus;
  if (!torus)
    config.mway.class_zero_buffers = config.mway.buffers;
  else if (config.mway.class_zero_buffers == 0)
    config.mway.class_zero_buffers = config.mway.buffers / 2;
  if (config.vc.phases == 0)
    config.vc.phases =
        config.vc.routing == VcRouting::kRomm ? 2 : implied_phases(config.vc.routing);
  if (config.vc.sets == 0) config.vc.sets = needed_sets(config);
  if (config.vc.pipeline == 0)
    config.vc.pipeline = !config.cut_through() ? 1 : config.vc.adaptive() ? 4 : 3;
  if (config.family != Family::kIba) return;
  if (config.iba.depth == 0) config.iba.depth = config.largest_packet_flits();
  if (config.iba.groups == 0) config.iba.groups = config.terminals();
}

}  // namespace wayfarer
