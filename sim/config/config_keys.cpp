#include "config/config_keys.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "geometry/switch_tree.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

constexpr const char* kIbaGroupsKey = "router.groups";

std::vector<unsigned> parse_extents(const std::string& text) {
  std::vector<unsigned> extents;
  for (const std::string& part : split(text, 'x'))
    extents.push_back(static_cast<unsigned>(
        parse_unsigned(part, "key 'topology.extents': extent", 1, kMaxExtent)));
  return extents;
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
  static const std::vector<std::string> derived = {
      "router.class_zero_buffers", kPhasesKey, kSetsKey, kPipelineKey, kIbaDepthKey, kIbaGroupsKey};
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
