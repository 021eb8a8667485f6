#include "core/config_keys.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/switch_tree.hpp"
#include "core/text.hpp"

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

/// Phases that a routing implies; 0: any number.
unsigned implied_phases(VcRouting routing) {
  return routing == VcRouting::kValiant ? 2 : routing == VcRouting::kDimensionOrder ? 1 : 0;
}

/// The first flit of a header: every displacement with its sign, the phase, and whether the wrap
/// link of the dimension has been crossed.
unsigned vc_header_bits(const NetworkConfig& config) {
  unsigned bits = index_width(config.vc.phases + 1) + 1;
  for (const unsigned extent : config.topology.extents)
    bits += config.vc.phases * (1 + index_width(extent));
  return bits;
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
  fill_defaults(config);
  const unsigned buffers =
      2 * static_cast<unsigned>(dimensions) * config.virtual_channels() +
      std::max(config.vc.injection_lanes, config.vc.delivery_lanes);
  if (buffers > kMaxPorts)
    return ConfigFault{"router.lanes", fmt::format("{} buffers at a node with {} virtual channels "
                                                   "a link; legal: at most {}", buffers,
                                                   config.virtual_channels(), kMaxPorts)};
  const unsigned needed = vc_header_bits(config);
  if (config.flit_bits < needed)
    return ConfigFault{"flit.bits", fmt::format("{} bits are too narrow for the header; legal: at "
                                                "least {}", config.flit_bits, needed)};
  return std::nullopt;
}

std::optional<ConfigFault> flit_fault(const NetworkConfig& config) {
  if ((config.flit_bits & (config.flit_bits - 1)) != 0)
    return ConfigFault{"flit.bits", fmt::format("{} is no power of two; legal: {}64, 128, 256, 512",
                                                config.flit_bits,
                                                config.family == Family::kMway ? "32, " : "")};
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
      {"router.lanes", 1, 8, [](Config& c) -> unsigned& { return c.vc.lanes; }},
      {"router.depth", 1, 128, [](Config& c) -> unsigned& { return c.vc.depth; }},
      {"router.injection_lanes", 1, 16,
       [](Config& c) -> unsigned& { return c.vc.injection_lanes; }},
      {"router.delivery_lanes", 1, 16, [](Config& c) -> unsigned& { return c.vc.delivery_lanes; }},
      {"router.seed", 0, 0x7fff'ffff, [](Config& c) -> unsigned& { return c.vc.seed; }},
      {"flit.bits", 64, 512, [](Config& c) -> unsigned& { return c.flit_bits; }},
      {"traffic.message_bytes", 0, 65535, [](Config& c) -> unsigned& { return c.message_bytes; }},
  };
  return family == Family::kMway ? mway : family == Family::kLinear ? linear : vc;
}

bool is_derived(const NumberKey& number, unsigned value) {
  return value == 0 && (number.key == "router.class_zero_buffers" || number.key == kPhasesKey);
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
      {"router.routing",
       {"dimension-order", "romm", "valiant"},
       [](const Config& c) { return static_cast<unsigned>(c.vc.routing); },
       [](Config& c, unsigned n) { c.vc.routing = static_cast<VcRouting>(n); }},
  };
  return family == Family::kMway ? mway : family == Family::kLinear ? linear : vc;
}

std::vector<std::string> shape_keys(Family family) {
  if (family == Family::kLinear) return {kHostsKey, kTreeKey};
  return {kExtentsKey};
}

const std::vector<std::string>& family_names() {
  static const std::vector<std::string> names = {"mway", "linear", "vc"};
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
  if (auto fault = config.family == Family::kVc ? vc_fault(config) : class_fault(config))
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
}

void set_key(NetworkConfig& config, const std::string& key, const std::string& value) {
  if (key == "router.buffers" || key == "topology.kind") config.mway.class_zero_buffers = 0;
  if (key == "router.routing") config.vc.phases = 0;
  store(config, key, value);
  validate(config);
}

}  // namespace wayfarer
