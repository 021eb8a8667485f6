#include "family/wormhole/config.hpp"

#include <fmt/format.h>

#include "family/mesh/schema.hpp"

namespace wayfarer {
namespace {

constexpr const char* kPhasesKey = "router.phases";
constexpr const char* kCardinalityKey = "router.cardinality";
constexpr const char* kFlowControlKey = "router.flow_control";
constexpr const char* kMessageFlitsKey = "router.message_flits";

/// Phases that a routing implies; 0: any number.
unsigned implied_phases(WormholeRoutingKind routing) {
  switch (routing) {
    case WormholeRoutingKind::kDimensionOrder: return 1;
    case WormholeRoutingKind::kRomm:
    case WormholeRoutingKind::kRommNodes: return 0;
    case WormholeRoutingKind::kValiant:
    case WormholeRoutingKind::kO1Turn: break;
  }
  return 2;
}

void fill_defaults(NetworkConfig& config) {
  WormholeConfig& router = wormhole_of(config);
  const unsigned implied = implied_phases(router.routing);
  if (router.phases == 0) router.phases = implied == 0 ? 2 : implied;
  if (router.vc_classes == 0) router.vc_classes = needed_vc_classes(config);
}

std::optional<ConfigFault> fault(const NetworkConfig& config) {
  if (auto extents = extents_fault(config.topology)) return extents;
  const WormholeConfig& router = wormhole_of(config);
  const unsigned implied = implied_phases(router.routing);
  if (implied != 0 && router.phases != 0 && router.phases != implied)
    return ConfigFault{kPhasesKey,
                       fmt::format("{} phases with this routing; legal: {}, or omit the key",
                                   router.phases, implied)};
  const std::size_t dimensions = config.topology.extents.size();
  if (router.routing == WormholeRoutingKind::kO1Turn && dimensions != 2)
    return ConfigFault{
        kExtentsKey,
        fmt::format("{} dimensions with o1turn, which turns once; legal: 2", dimensions)};
  if (router.cardinality != 0 && router.routing != WormholeRoutingKind::kRomm)
    return ConfigFault{
        kCardinalityKey,
        fmt::format(
            "{} with a routing that does not divide displacements among phases; legal: omit the key, or routing = \"romm\"",
            router.cardinality)};
  if (router.cardinality > dimensions)
    return ConfigFault{kCardinalityKey,
                       fmt::format("{} displacements in {} dimensions; legal: 1 to {}",
                                   router.cardinality, dimensions, dimensions)};
  if (router.link_registers != 0 && !router.has_credits())
    return ConfigFault{
        kFlowControlKey,
        fmt::format(
            "on-off with {} registers on a link: the full bit arrives too late, and the buffer overflows; legal: credits, omit the key, or router.link_registers = 0",
            router.link_registers)};
  if (router.whole_messages() && !router.has_credits())
    return ConfigFault{
        kFlowControlKey,
        fmt::format(
            "on-off with router.message_flits = {}: a full bit does not show whether a message fits; legal: credits, omit the key, or router.message_flits = 0",
            router.message_flits)};
  if (router.message_flits > router.depth)
    return ConfigFault{kMessageFlitsKey,
                       fmt::format("{} flits do not fit into a buffer of {}; legal: 0 to {}",
                                   router.message_flits, router.depth, router.depth)};
  NetworkConfig filled = config;
  fill_defaults(filled);
  if (auto mesh = mesh_fault(filled)) return mesh;
  if (!router.whole_messages()) return std::nullopt;
  if (router.message_flits <= filled.least_data_flits())
    return ConfigFault{
        kMessageFlitsKey,
        fmt::format("{} flit does not hold the header of a message and, since headers of {} bits "
                    "have no room for its number, a data flit; legal: 0, 2 and more, or more "
                    "flit.bits",
                    router.message_flits, config.flit_bits)};
  if (filled.data_flits(config.message_bytes) >= router.message_flits)
    return ConfigFault{
        "traffic.message_bytes",
        fmt::format("{} bytes and their header are {} flits with router.message_flits = {}; "
                    "legal: 0 to {}",
                    config.message_bytes, 1 + filled.data_flits(config.message_bytes),
                    router.message_flits, config.max_message_bytes())};
  return std::nullopt;
}

std::vector<Document::Renamed> renamed() {
  std::vector<Document::Renamed> list = mesh_renamed();
  list.push_back({"router.policy", "wormhole routers have round-robin only; leave it out"});
  list.push_back({"router.duplex", "wormhole routers are full duplex; leave it out"});
  list.push_back({"router.interleave", "wormhole routers interleave flits; leave it out"});
  list.push_back({"router.buffer_allocation",
                  "is now router.message_flits: 0 for \"flit\", else flits of the longest message, "
                  "or router.depth for an empty buffer"});
  return list;
}

}  // namespace

const ConfigSchema& wormhole_schema() {
  using Config = NetworkConfig;
  static const ConfigSchema schema = {
      "wormhole",
      {NumberKey{kPhasesKey, "Parts of a route, each in dimension order", 1, 8,
                 [](Config& c) -> unsigned& { return wormhole_of(c).phases; }}
           .gives({"Phases"})
           .draws({2, 1, 3, 4})
           .derives_from("router.routing: 1 in dimension order, else 2"),
       NumberKey{kCardinalityKey,
                 "ROMM: maximum displacements of a message; others are refused. For senders in C++",
                 1, 4, [](Config& c) -> unsigned& { return wormhole_of(c).cardinality; }}
           .derives_from("topology.extents: the dimensions"),
       vc_classes_key(16)
           .derives_from("router.phases and topology.kind: what deadlock freedom needs")
           .for_models(),
       virtual_channels_key(), depth_key(64).draws({2, 1, 4, 3, 5}),
       NumberKey{
           "router.pipeline",
           "Registers per hop: 1 between crossbar and link, 2 also between allocation and crossbar; each adds a cycle to a hop",
           0, 2, [](Config& c) -> unsigned& { return wormhole_of(c).pipeline; }}
           .gives({"Pipeline"})
           .draws({0, 1, 2}),
       NumberKey{"router.link_registers",
                 "Registers on every link, in both directions; each adds a cycle to a hop", 0, 8,
                 [](Config& c) -> unsigned& { return wormhole_of(c).link_registers; }}
           .gives({"LinkRegisters"})
           .draws({0, 1, 2, 4}),
       NumberKey{
           kMessageFlitsKey,
           "Room that the next buffer must have before a header takes its virtual channel, in flits: the longest message with its header (virtual cut-through), or 0 for a single flit (wormhole)",
           0, 64, [](Config& c) -> unsigned& { return wormhole_of(c).message_flits; }}
           .gives({"MessageFlits"}),
       injection_ports_key(), ejection_ports_key(), seed_key(), flit_bits_key(32),
       message_bytes_key(65535)},
      {topology_kind_key(),
       {"router.routing",
        "Intermediate nodes of a route: none; drawn as in the paper's ROMM; from the whole network (Valiant); for one of two dimension orders (O1TURN, two dimensions); or from the smallest submesh (ROMM of BookSim2)",
        {"dimension-order", "romm", "valiant", "o1turn", "romm-nodes"},
        [](const Config& c) { return static_cast<unsigned>(wormhole_of(c).routing); },
        [](Config& c, unsigned n) {
          wormhole_of(c).routing = static_cast<WormholeRoutingKind>(n);
        }},
       ChoiceKey{
           kFlowControlKey,
           "How a sender learns that the next buffer has room: by its full bit, or by counting credits",
           {"on-off", "credits"},
           [](const Config& c) { return wormhole_of(c).has_credits() ? 1u : 0u; },
           [](Config& c, unsigned n) { wormhole_of(c).flow_control = static_cast<FlowControl>(n); }}
           .gives({"Credits", kBit})
           .derives_from("router.pipeline, router.link_registers and router.message_flits: credits "
                         "where there are registers or whole messages",
                         [](Config& c) { wormhole_of(c).flow_control.reset(); })},
      extents_keys(),
      wormhole_config,
      fault,
      fill_defaults,
      renamed()};
  return schema;
}

NetworkConfig wormhole_config() { return {&wormhole_schema(), WormholeConfig{}}; }

}  // namespace wayfarer
