#include "core/config_keys.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
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
  for (const NumberKey& number : number_keys()) {
    const unsigned value = number.of(copy);
    const bool derived = number.key == "router.class_zero_buffers" && value == 0;
    if (!derived && (value < number.low || value > number.high))
      return ConfigFault{number.key, fmt::format("{} is out of range; legal: {} to {}", value,
                                                 number.low, number.high)};
  }
  return std::nullopt;
}

std::optional<ConfigFault> topology_fault(const TopologyConfig& topology) {
  const bool torus = topology.kind == TopologyKind::kTorus;
  const std::size_t dimensions = topology.extents.size();
  if (dimensions < 1 || dimensions > kMaxDimensions)
    return ConfigFault{kExtentsKey, fmt::format("{} dimensions; legal: 1 to {}", dimensions,
                                                kMaxDimensions)};
  std::uint64_t terminals = topology.processors;
  for (const unsigned extent : topology.extents) {
    const unsigned least = torus ? 2 : 1;
    if (extent < least || extent > kMaxExtent)
      return ConfigFault{kExtentsKey,
                         fmt::format("an extent of {} in a {}; legal: {} to {}", extent,
                                     torus ? "torus" : "mesh", least, kMaxExtent)};
    terminals *= extent;
    if (terminals > kMaxTerminals)
      return ConfigFault{kExtentsKey, fmt::format("more than {} processors; legal: at most {}",
                                                  kMaxTerminals, kMaxTerminals)};
  }
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

std::optional<ConfigFault> flit_fault(const NetworkConfig& config) {
  if ((config.flit_bits & (config.flit_bits - 1)) != 0)
    return ConfigFault{"flit.bits", fmt::format("{} is no power of two; legal: 32, 64, 128, 256, 512",
                                                config.flit_bits)};
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

std::string known_keys() {
  std::vector<std::string> keys = {kExtentsKey};
  for (const NumberKey& number : number_keys()) keys.push_back(number.key);
  for (const ChoiceKey& choice : choice_keys()) keys.push_back(choice.key);
  std::sort(keys.begin(), keys.end());
  return join(keys);
}

/// Stores the value; the whole is not checked yet.
void store(NetworkConfig& config, const std::string& key, const std::string& value) {
  if (key == kExtentsKey) {
    config.topology.extents = parse_extents(value);
    return;
  }
  for (const NumberKey& number : number_keys()) {
    if (number.key != key) continue;
    number.of(config) = static_cast<unsigned>(
        parse_unsigned(value, fmt::format("key '{}':", key), number.low, number.high));
    return;
  }
  for (const ChoiceKey& choice : choice_keys()) {
    if (choice.key != key) continue;
    const auto found = std::find(choice.names.begin(), choice.names.end(), value);
    if (found == choice.names.end())
      throw UsageError(
          fmt::format("key '{}': '{}'; legal: {}", key, value, join(choice.names)));
    choice.set(config, static_cast<unsigned>(found - choice.names.begin()));
    return;
  }
  throw UsageError(fmt::format("key '{}': unknown; legal: {}", key, known_keys()));
}

}  // namespace

const std::vector<NumberKey>& number_keys() {
  using Config = NetworkConfig;
  static const std::vector<NumberKey> keys = {
      {"topology.processors", 1, 4, [](Config& c) -> unsigned& { return c.topology.processors; }},
      {"router.buffers", 1, 16, [](Config& c) -> unsigned& { return c.mway.buffers; }},
      {"router.depth", 1, 128, [](Config& c) -> unsigned& { return c.mway.depth; }},
      {"router.class_zero_buffers", 1, 16,
       [](Config& c) -> unsigned& { return c.mway.class_zero_buffers; }},
      {"flit.bits", 32, 512, [](Config& c) -> unsigned& { return c.flit_bits; }},
      {"traffic.message_bytes", 0, 1023, [](Config& c) -> unsigned& { return c.message_bytes; }},
  };
  return keys;
}

const std::vector<ChoiceKey>& choice_keys() {
  using Config = NetworkConfig;
  static const std::vector<ChoiceKey> keys = {
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
  return keys;
}

std::optional<ConfigFault> find_fault(const NetworkConfig& config) {
  if (auto fault = range_fault(config)) return fault;
  if (auto fault = topology_fault(config.topology)) return fault;
  if (auto fault = class_fault(config)) return fault;
  return flit_fault(config);
}

void fill_defaults(NetworkConfig& config) {
  const bool torus = config.topology.kind == TopologyKind::kTorus;
  if (!torus)
    config.mway.class_zero_buffers = config.mway.buffers;
  else if (config.mway.class_zero_buffers == 0)
    config.mway.class_zero_buffers = config.mway.buffers / 2;
}

void set_key(NetworkConfig& config, const std::string& key, const std::string& value) {
  if (key == "router.buffers" || key == "topology.kind") config.mway.class_zero_buffers = 0;
  store(config, key, value);
  validate(config);
}

}  // namespace wayfarer
