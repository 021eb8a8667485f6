#include "core/config_keys.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/switch_tree.hpp"
#include "core/text.hpp"
#include "core/vc_header.hpp"

namespace wayfarer {
namespace {

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
constexpr const char* kPhasesKey = "router.phases";
constexpr const char* kSetsKey = "router.sets";
constexpr const char* kPipelineKey = "router.pipeline";

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
    return ConfigFault{"router.depth", fmt::format("{} flits with wormhole switching; legal: 1 to 64",
                                                   config.vc.depth)};
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

constexpr const char* kIbaLanesKey = "router.virtual_lanes";
constexpr const char* kIbaDepthKey = "router.depth";
constexpr const char* kIbaGroupsKey = "router.groups";
constexpr const char* kMtuKey = "traffic.mtu_bytes";
constexpr const char* kSegmentationKey = "router.segmentation";

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
    return ConfigFault{kIbaDepthKey, fmt::format("{} flits do not hold a packet of {} bytes and its "
                                                 "header; legal: {} to 1024", config.iba.depth,
                                                 config.packet_bytes(), largest)};
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

std::vector<unsigned> parse_extents(const std::string& text) {
  std::vector<unsigned> extents;
  for (const std::string& part : split(text, 'x'))
    extents.push_back(static_cast<unsigned>(
        parse_unsigned(part, "key 'topology.extents': extent", 1, kMaxExtent)));
  return extents;
}

std::optional<ConfigFault> tree_fault(const LinearNetworkConfig& linear) {
  try {
    (void)parse_switch_tree(linear.tree);
    return std::nullopt;
  } catch (const UsageError& error) {
    return ConfigFault{kTreeKey, error.what()};
  }
}

std::string known_keys(Family family) {
  std::vector<std::string> keys = shape_keys(family);
  for (const NumberKey& number : number_keys(family)) keys.push_back(number.key);
  for (const ChoiceKey& choice : choice_keys(family)) keys.push_back(choice.key);
  std::sort(keys.begin(), keys.end());
  return join(keys);
}

/// Stores the value; the whole is not checked yet.
void store(NetworkConfig& config, const std::string& key, const std::string& value) {
  const std::vector<std::string> shapes = shape_keys(config.family);
  if (std::find(shapes.begin(), shapes.end(), key) != shapes.end()) {
    if (key == kExtentsKey) config.topology.extents = parse_extents(value);
    if (key == kHostsKey)
      config.linear.tree = line_text(static_cast<unsigned>(
          parse_unsigned(value, fmt::format("key '{}':", key), 1, kMaxHosts)));
    if (key == kTreeKey) config.linear.tree = value;
    return;
  }
  for (const NumberKey& number : number_keys(config.family)) {
    if (number.key != key) continue;
    number.of(config) = static_cast<unsigned>(
        parse_unsigned(value, fmt::format("key '{}':", key), number.low, number.high));
    return;
  }
  for (const ChoiceKey& choice : choice_keys(config.family)) {
    if (choice.key != key) continue;
    const auto found = std::find(choice.names.begin(), choice.names.end(), value);
    if (found == choice.names.end())
      throw UsageError(
          fmt::format("key '{}': '{}'; legal: {}", key, value, join(choice.names)));
    choice.set(config, static_cast<unsigned>(found - choice.names.begin()));
    return;
  }
  throw UsageError(fmt::format("key '{}': unknown; legal: {}", key, known_keys(config.family)));
}

}  // namespace

const std::vector<NumberKey>& number_keys(Family family) {
  using Config = NetworkConfig;
  static const std::vector<NumberKey> mway = {
      {"topology.processors", 1, 4, [](Config& c) -> unsigned& { return c.topology.processors; }},
      {"router.buffers", 1, 16, [](Config& c) -> unsigned& { return c.mway.buffers; }},
      {"router.depth", 1, 128, [](Config& c) -> unsigned& { return c.mway.depth; }},
      {"router.class_zero_buffers", 1, 16,
       [](Config& c) -> unsigned& { return c.mway.class_zero_buffers; }},
      {"flit.bits", 32, 512, [](Config& c) -> unsigned& { return c.flit_bits; }},
      {"traffic.message_bytes", 0, 1023, [](Config& c) -> unsigned& { return c.message_bytes; }},
  };
  static const std::vector<NumberKey> linear = {
      {"router.depth", 1, 16, [](Config& c) -> unsigned& { return c.linear.depth; }},
      {"flit.bits", 64, 512, [](Config& c) -> unsigned& { return c.flit_bits; }},
      {"traffic.message_bytes", 0, 65535, [](Config& c) -> unsigned& { return c.message_bytes; }},
  };
  static const std::vector<NumberKey> vc = {
      {kPhasesKey, 1, 8, [](Config& c) -> unsigned& { return c.vc.phases; }},
      {kSetsKey, 1, 16, [](Config& c) -> unsigned& { return c.vc.sets; }},
      {"router.lanes", 1, 8, [](Config& c) -> unsigned& { return c.vc.lanes; }},
      {"router.depth", 1, 128, [](Config& c) -> unsigned& { return c.vc.depth; }},
      {kPipelineKey, 1, 4, [](Config& c) -> unsigned& { return c.vc.pipeline; }},
      {"router.injection_lanes", 1, 16,
       [](Config& c) -> unsigned& { return c.vc.injection_lanes; }},
      {"router.delivery_lanes", 1, 16, [](Config& c) -> unsigned& { return c.vc.delivery_lanes; }},
      {"router.seed", 0, 0x7fff'ffff, [](Config& c) -> unsigned& { return c.vc.seed; }},
      {"flit.bits", 64, 512, [](Config& c) -> unsigned& { return c.flit_bits; }},
      {"traffic.message_bytes", 0, 65535, [](Config& c) -> unsigned& { return c.message_bytes; }},
  };
  static const std::vector<NumberKey> iba = {
      {kIbaLanesKey, 1, 4, [](Config& c) -> unsigned& { return c.iba.virtual_lanes; }},
      {kIbaDepthKey, 1, 1024, [](Config& c) -> unsigned& { return c.iba.depth; }},
      {"router.age", 1, 65535, [](Config& c) -> unsigned& { return c.iba.age; }},
      {kIbaGroupsKey, 1, 4096, [](Config& c) -> unsigned& { return c.iba.groups; }},
      {"flit.bits", 128, 512, [](Config& c) -> unsigned& { return c.flit_bits; }},
      {"traffic.message_bytes", 0, 65535, [](Config& c) -> unsigned& { return c.message_bytes; }},
      {kMtuKey, 256, 8192, [](Config& c) -> unsigned& { return c.mtu_bytes; }},
  };
  switch (family) {
    case Family::kMway: return mway;
    case Family::kLinear: return linear;
    case Family::kVc: return vc;
    case Family::kIba: break;
  }
  return iba;
}

bool is_derived(const NumberKey& number, unsigned value) {
  static const std::vector<std::string> derived = {"router.class_zero_buffers", kPhasesKey, kSetsKey,
                                                   kPipelineKey, kIbaDepthKey, kIbaGroupsKey};
  return value == 0 &&
         std::find(derived.begin(), derived.end(), number.key) != derived.end();
}

const std::vector<ChoiceKey>& choice_keys(Family family) {
  using Config = NetworkConfig;
  static const std::vector<ChoiceKey> mway = {
      {"topology.kind",
       {"mesh", "torus"},
       [](const Config& c) { return static_cast<unsigned>(c.topology.kind); },
       [](Config& c, unsigned n) { c.topology.kind = static_cast<TopologyKind>(n); }},
      {"router.freeing",
       {"early", "late"},
       [](const Config& c) { return static_cast<unsigned>(c.mway.freeing); },
       [](Config& c, unsigned n) { c.mway.freeing = static_cast<Freeing>(n); }},
      {"router.stat",
       {"exact", "cyclic"},
       [](const Config& c) { return static_cast<unsigned>(c.mway.stat); },
       [](Config& c, unsigned n) { c.mway.stat = static_cast<Stat>(n); }},
  };
  static const std::vector<ChoiceKey> linear = {
      {"router.refill",
       {"off", "on"},
       [](const Config& c) { return c.linear.refill ? 1u : 0u; },
       [](Config& c, unsigned n) { c.linear.refill = n == 1; }},
      {"router.arbitration",
       {"earlier-first", "upstream-first"},
       [](const Config& c) { return c.linear.upstream_first ? 1u : 0u; },
       [](Config& c, unsigned n) { c.linear.upstream_first = n == 1; }},
  };
  static const std::vector<ChoiceKey> vc = {
      mway.front(),
      // First, since it has defaults of the others.
      {"router.switching",
       {"wormhole", "cut-through"},
       [](const Config& c) { return static_cast<unsigned>(c.vc.switching); },
       [](Config& c, unsigned n) { c.vc.choose(static_cast<Switching>(n)); }},
      {"router.routing",
       {"dimension-order", "romm", "valiant", "star-channels", "minimal-triplex"},
       [](const Config& c) { return static_cast<unsigned>(c.vc.routing); },
       [](Config& c, unsigned n) { c.vc.routing = static_cast<VcRouting>(n); }},
      {"router.policy",
       {"round-robin", "input-driven", "input-driven-random", "output-driven"},
       [](const Config& c) { return static_cast<unsigned>(c.vc.policy); },
       [](Config& c, unsigned n) { c.vc.policy = static_cast<Policy>(n); }},
      {"router.duplex",
       {"half", "full"},
       [](const Config& c) { return static_cast<unsigned>(c.vc.duplex); },
       [](Config& c, unsigned n) { c.vc.duplex = static_cast<Duplex>(n); }},
      {"router.interleave",
       {"message", "flit"},
       [](const Config& c) { return static_cast<unsigned>(c.vc.interleave); },
       [](Config& c, unsigned n) { c.vc.interleave = static_cast<Interleave>(n); }},
  };
  static const std::vector<ChoiceKey> iba = {
      {"router.lane_use",
       {"shared", "dedicated"},
       [](const Config& c) { return static_cast<unsigned>(c.iba.lane_use); },
       [](Config& c, unsigned n) { c.iba.lane_use = static_cast<LaneUse>(n); }},
      {"router.replication",
       {"branches", "all-or-nothing", "lockstep"},
       [](const Config& c) { return static_cast<unsigned>(c.iba.replication); },
       [](Config& c, unsigned n) { c.iba.replication = static_cast<Replication>(n); }},
      {kSegmentationKey,
       {"terminals", "endpoints"},
       [](const Config& c) { return static_cast<unsigned>(c.iba.segmentation); },
       [](Config& c, unsigned n) { c.iba.segmentation = static_cast<Segmentation>(n); }},
  };
  switch (family) {
    case Family::kMway: return mway;
    case Family::kLinear: return linear;
    case Family::kVc: return vc;
    case Family::kIba: break;
  }
  return iba;
}

std::vector<std::string> shape_keys(Family family) {
  if (family == Family::kLinear) return {kHostsKey, kTreeKey};
  return {kExtentsKey};
}

const std::vector<std::string>& family_names() {
  static const std::vector<std::string> names = {"mway", "linear", "vc", "iba"};
  return names;
}

const char* family_name(Family family) {
  return family_names()[static_cast<std::size_t>(family)].c_str();
}

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

void VcRouterConfig::choose(Switching other) {
  if (switching == other) return;
  switching = other;
  const bool cut_through = other == Switching::kCutThrough;
  policy = cut_through ? Policy::kInputDriven : Policy::kRoundRobin;
  duplex = cut_through ? Duplex::kHalf : Duplex::kFull;
  interleave = cut_through ? Interleave::kMessage : Interleave::kFlit;
  depth = cut_through ? 20 : 2;
  injection_lanes = cut_through ? 1 : 2;
  delivery_lanes = cut_through ? 1 : 2;
  pipeline = 0;
}

void set_key(NetworkConfig& config, const std::string& key, const std::string& value) {
  if (key == "router.buffers" || key == "topology.kind") config.mway.class_zero_buffers = 0;
  if (key == "router.routing") config.vc.phases = config.vc.pipeline = 0;
  if (key == "router.routing" || key == kPhasesKey || key == "topology.kind") config.vc.sets = 0;
  if (key == "traffic.message_bytes" || key == kMtuKey || key == "flit.bits") config.iba.depth = 0;
  if (key == kExtentsKey) config.iba.groups = 0;
  store(config, key, value);
  validate(config);
}

}  // namespace wayfarer
