#include "family/iba/config.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/iba/management.hpp"

namespace wayfarer {
namespace {

constexpr const char* kLanesKey = "router.virtual_lanes";
constexpr const char* kDepthKey = "router.depth";
constexpr const char* kGroupsKey = "router.groups";
constexpr const char* kMtuKey = "traffic.mtu_bytes";
constexpr const char* kEntriesKey = "router.arbitration_entries";
constexpr const char* kManagementKey = "router.management";
constexpr const char* kSegmentationKey = "router.segmentation";

std::optional<ConfigFault> shape_fault(const NetworkConfig& config) {
  if (auto extents = extents_fault(config.topology)) return extents;
  if (config.topology.torus() || config.topology.extents.size() != 2)
    return ConfigFault{kExtentsKey, fmt::format("{} dimensions; legal: [m, n], columns and rows",
                                                config.topology.extents.size())};
  if (config.terminals() > kMaxSwitches)
    return ConfigFault{kExtentsKey,
                       fmt::format("{} switches; legal: at most {}, which a management "
                                   "address can name",
                                   config.terminals(), kMaxSwitches)};
  return std::nullopt;
}

std::optional<ConfigFault> packet_fault(const NetworkConfig& config) {
  const IbaConfig& iba = iba_of(config);
  if (segment_flits(config) != 0 && !iba.packets_in_order())
    return ConfigFault{kSegmentationKey,
                       "'endpoints' with shared virtual lanes, where the packets of a message can "
                       "overtake; legal: terminals, or one virtual lane, or router.lane_use = "
                       "\"dedicated\" or \"by-level\""};
  if (segment_flits(config) != 0 && iba.lane_use == LaneUse::kByLevel && iba.virtual_lanes > 1 &&
      iba.service_levels > 1 && iba.levels_by == LevelsBy::kMessage)
    return ConfigFault{
        kSegmentationKey,
        "'endpoints' with lanes by service level, where the messages of a terminal "
        "can overtake; legal: terminals, traffic.service_levels = 1, or traffic.levels_by = "
        "\"terminal\""};
  const unsigned largest = largest_packet_flits(config);
  if (iba.depth != 0 && iba.depth < largest)
    return ConfigFault{kDepthKey,
                       fmt::format("{} flits do not hold a packet of {} bytes and its header; "
                                   "legal: {} to 1024",
                                   iba.depth, config.packet_bytes(), largest)};
  return std::nullopt;
}

std::optional<ConfigFault> fault(const NetworkConfig& config) {
  if (auto shape = shape_fault(config)) return shape;
  const IbaConfig& iba = iba_of(config);
  if (iba.virtual_lanes == 3) return ConfigFault{kLanesKey, "3 virtual lanes; legal: 1, 2, 4"};
  if ((iba.mtu_bytes & (iba.mtu_bytes - 1)) != 0)
    return ConfigFault{kMtuKey,
                       fmt::format("{} is not a power of two; legal: 256, 512, 1024, 2048, "
                                   "4096, 8192",
                                   iba.mtu_bytes)};
  if (iba.arbitration_entries < iba.virtual_lanes)
    return ConfigFault{kEntriesKey, fmt::format("{} entries for {} virtual lanes; legal: {} to {}",
                                                iba.arbitration_entries, iba.virtual_lanes,
                                                iba.virtual_lanes, kMostTurns)};
  if (auto packets = packet_fault(config)) return packets;
  const std::vector<unsigned>& extents = config.topology.extents;
  if (iba.in_band && extents[0] + extents[1] - 2 > path_hops(config.flit_bits))
    return ConfigFault{
        kManagementKey,
        fmt::format("in-band with paths of {} hops, and a flit of {} bits has room for "
                    "{}; legal: out-of-band, or more flit.bits for up to {}",
                    extents[0] + extents[1] - 2, config.flit_bits, path_hops(config.flit_bits),
                    path_hops(512))};
  return flit_fault(config, 128);
}

void fill_defaults(NetworkConfig& config) {
  IbaConfig& iba = iba_of(config);
  if (iba.depth == 0) iba.depth = largest_packet_flits(config);
  if (iba.groups == 0) iba.groups = config.terminals();
}

std::vector<Document::Renamed> renamed() {
  std::vector<Document::Renamed> list;
  for (const char* table : {"low", "high"})
    for (unsigned lane = 0; lane < 4; ++lane)
      list.push_back({fmt::format("router.{}_weight_{}", table, lane),
                      fmt::format("is now in the list router.{}_weights, from lane 0 on", table)});
  return list;
}

}  // namespace

const ConfigSchema& iba_schema() {
  using Config = NetworkConfig;
  static const ConfigSchema schema = {
      "iba",
      {NumberKey{kLanesKey, "Virtual lanes per link: 1, 2 or 4", 1, 4,
                 [](Config& c) -> unsigned& { return iba_of(c).virtual_lanes; }}
           .gives({"VirtualLanes"})
           .draws({1, 2, 4}),
       NumberKey{kDepthKey,
                 "Flits in the buffer of a virtual lane, at least those of the largest packet", 1,
                 1024, [](Config& c) -> unsigned& { return iba_of(c).depth; }}
           .gives({"Depth"})
           .derives_from(
               "traffic.message_bytes, traffic.mtu_bytes and flit.bits: the largest packet"),
       NumberKey{
           "router.age",
           "With all-or-nothing, the wait in cycles after which a packet starts branch by branch",
           1, 65535, [](Config& c) -> unsigned& { return iba_of(c).age; }}
           .gives({"Age"})
           .draws({256, 1, 8, 30}),
       NumberKey{"router.lifetime",
                 "Cycles without progress after which a waiting packet is discarded; 0: never", 0,
                 65535, [](Config& c) -> unsigned& { return iba_of(c).lifetime; }}
           .gives({"Lifetime"})
           .draws({0, 5, 1, 20}),
       NumberKey{"router.hop_limit", "Links that a packet may take; 0: any number", 0, 255,
                 [](Config& c) -> unsigned& { return iba_of(c).hop_limit; }}
           .gives({"HopLimit"}),
       NumberKey{kEntriesKey,
                 "Entries of each arbitration table, at least the number of virtual lanes", 1,
                 kMostTurns, [](Config& c) -> unsigned& { return iba_of(c).arbitration_entries; }}
           .gives({"ArbitrationEntries", "{}",
                   [](const Config& c) { return std::uint64_t{arbitration_entries(c)}; }}),
       {"router.high_limit",
        "Flits of high priority that may precede one of low priority; 0: one, 255: no limit", 0,
        255, [](Config& c) -> unsigned& { return iba_of(c).high_limit; }},
       {"traffic.service_levels", "Service levels of messages", 1, 15,
        [](Config& c) -> unsigned& { return iba_of(c).service_levels; }},
       NumberKey{kGroupsKey, "Entries of a multicast table", 1, 4096,
                 [](Config& c) -> unsigned& { return iba_of(c).groups; }}
           .gives({"Groups"})
           .derives_from("topology.extents: one for each switch"),
       flit_bits_key(128),
       message_bytes_key(65535).gives(
           {"Longest", "{}",
            [](const Config& c) { return std::uint64_t{largest_packet_flits(c)}; }}),
       NumberKey{kMtuKey, "Maximum data bytes of a packet, a power of two", 256, 8192,
                 [](Config& c) -> unsigned& { return iba_of(c).mtu_bytes; }}
           .gives({"Mtu", "{}", [](const Config& c) { return std::uint64_t{segment_flits(c)}; }})},
      {{"router.lane_use",
        "Which packets a virtual lane carries: all, those of one direction, or those of its service levels",
        {"shared", "dedicated", "by-level"},
        [](const Config& c) { return static_cast<unsigned>(iba_of(c).lane_use); },
        [](Config& c, unsigned n) { iba_of(c).lane_use = static_cast<LaneUse>(n); }},
       ChoiceKey{"router.replication",
                 "When the copies of a multicast packet start",
                 {"branches", "all-or-nothing", "lockstep"},
                 [](const Config& c) { return static_cast<unsigned>(iba_of(c).replication); },
                 [](Config& c, unsigned n) { iba_of(c).replication = static_cast<Replication>(n); }}
           .gives({"AllOrNothing", kBit}, {0, 1, kModelOnly}),
       {"router.arbitration",
        "How a port picks the virtual lane of the next flit: round robin, or by arbitration tables",
        {"round-robin", "tables"},
        [](const Config& c) { return static_cast<unsigned>(iba_of(c).arbitration); },
        [](Config& c, unsigned n) { iba_of(c).arbitration = static_cast<Arbitration>(n); }},
       ChoiceKey{
           kManagementKey,
           "How management ports are reached: by separate wires, or by packets over the links",
           {"out-of-band", "in-band"},
           [](const Config& c) { return iba_of(c).in_band ? 1u : 0u; },
           [](Config& c, unsigned n) { iba_of(c).in_band = n == 1; }}
           .gives({"InBand", kBit}),
       {"traffic.levels_by",
        "Whether a terminal's messages take the service levels in turn, or all use the level of its number",
        {"message", "terminal"},
        [](const Config& c) { return static_cast<unsigned>(iba_of(c).levels_by); },
        [](Config& c, unsigned n) { iba_of(c).levels_by = static_cast<LevelsBy>(n); }},
       {kSegmentationKey,
        "Where messages are split into packets",
        {"terminals", "endpoints"},
        [](const Config& c) { return static_cast<unsigned>(iba_of(c).segmentation); },
        [](Config& c, unsigned n) { iba_of(c).segmentation = static_cast<Segmentation>(n); }}},
      extents_keys(),
      iba_config,
      fault,
      fill_defaults,
      renamed(),
      {{"router.low_weights",
        "Weights of virtual lanes 0, 1, ... at low priority, in units of 64 bytes; omitted ones are 0",
        0, 255, 4, [](Config& c) { return iba_of(c).low_weights.data(); }},
       {"router.high_weights",
        "Weights of virtual lanes 0, 1, ... at high priority, in units of 64 bytes; omitted ones are 0",
        0, 255, 4, [](Config& c) { return iba_of(c).high_weights.data(); }}}};
  return schema;
}

NetworkConfig iba_config() { return {&iba_schema(), IbaConfig{}}; }

}  // namespace wayfarer
