#include "family/mesh/schema.hpp"

#include <fmt/format.h>

#include "family/mesh/config.hpp"
#include "family/mesh/header.hpp"

namespace wayfarer {
namespace {

using Config = NetworkConfig;

constexpr const char* kVirtualChannelsKey = "router.virtual_channels";

}  // namespace

NumberKey vc_classes_key(unsigned high) {
  return {
      kVcClassesKey,
      "Classes of virtual channels. With fewer than deadlock freedom needs, the last one also serves the missing ones, and the network can deadlock",
      1, high, [](Config& c) -> unsigned& { return mesh_of(c).vc_classes; }};
}

NumberKey depth_key(unsigned high) {
  return NumberKey{"router.depth", "Flits in the buffer of a virtual channel", 1, high,
                   [](Config& c) -> unsigned& { return mesh_of(c).depth; }}
      .gives({"Depth"});
}

NumberKey virtual_channels_key() {
  return NumberKey{kVirtualChannelsKey, "Virtual channels per class", 1, 8,
                   [](Config& c) -> unsigned& { return mesh_of(c).virtual_channels; }}
      .gives({"VirtualChannels"})
      .draws({1, 2, 3});
}

NumberKey injection_ports_key() {
  return NumberKey{"router.injection_ports",
                   "Ports through which a node's terminal injects, one flit per cycle each", 1, 16,
                   [](Config& c) -> unsigned& { return mesh_of(c).injection_ports; }}
      .gives({"InjectionPorts"})
      .draws({1, 2, 3});
}

NumberKey ejection_ports_key() {
  return NumberKey{"router.ejection_ports",
                   "Ports through which a node delivers to its terminal, one flit per cycle each",
                   1, 16, [](Config& c) -> unsigned& { return mesh_of(c).ejection_ports; }}
      .gives({"EjectionPorts"})
      .draws({1, 2, 3});
}

NumberKey seed_key() {
  return NumberKey{"router.seed", "Seed for random routes and ports", 1, kMaxRouterSeed,
                   [](Config& c) -> unsigned& { return mesh_of(c).seed; }}
      .derives_from("the run's seed");
}

std::optional<ConfigFault> mesh_fault(const NetworkConfig& config) {
  constexpr std::size_t kMaxDimensions = 4;
  constexpr unsigned kMaxBuffers = 64;  ///< Maximum on one side of a router.
  const MeshConfig& router = mesh_of(config);
  const std::size_t dimensions = config.topology.extents.size();
  if (dimensions > kMaxDimensions)
    return ConfigFault{kExtentsKey,
                       fmt::format("{} dimensions; legal: 1 to {}", dimensions, kMaxDimensions)};
  const unsigned needed = needed_vc_classes(config);
  if (router.vc_classes > needed)
    return ConfigFault{kVcClassesKey, fmt::format("{} classes of virtual channels; legal: 1 to {}",
                                                  router.vc_classes, needed)};
  const unsigned channels = router.link_virtual_channels();
  const unsigned buffers = 2 * static_cast<unsigned>(dimensions) * channels +
                           std::max(router.injection_ports, router.ejection_ports);
  if (buffers > kMaxBuffers)
    return ConfigFault{
        kVirtualChannelsKey,
        fmt::format("{} buffers at a node with {} virtual channels per link; legal: at most {}",
                    buffers, channels, kMaxBuffers)};
  const unsigned bits = VcHeader(config).message_offset();
  if (config.flit_bits < bits)
    return ConfigFault{"flit.bits", fmt::format("{} bits are too narrow for the header; legal: at "
                                                "least {}",
                                                config.flit_bits, bits)};
  return flit_fault(config, 32);
}

std::optional<ConfigFault> message_fault(const NetworkConfig& config) {
  const unsigned depth = mesh_of(config).depth;
  if (depth <= config.least_data_flits())
    return ConfigFault{
        "router.depth",
        fmt::format("{} flit does not hold the header of a message and, since headers "
                    "of {} bits have no room for its number, a data flit; legal: "
                    "2 and more, or more flit.bits",
                    depth, config.flit_bits)};
  if (config.message_bytes <= config.max_message_bytes()) return std::nullopt;
  return ConfigFault{"traffic.message_bytes",
                     fmt::format("{} bytes and their header do not fit into a buffer of {} flits; "
                                 "legal: 0 to {}",
                                 config.message_bytes, depth, config.max_message_bytes())};
}

std::string mesh_router_text(const NetworkConfig& config) {
  const unsigned channels = mesh_of(config).link_virtual_channels();
  return fmt::format("{} virtual channel{} per link", channels, channels == 1 ? "" : "s");
}

std::vector<Document::Renamed> mesh_renamed() {
  return {
      {"router.sets", "is now router.vc_classes"},
      {"router.lanes", "is now router.virtual_channels"},
      {"router.injection_lanes", "is now router.injection_ports"},
      {"router.delivery_lanes", "is now router.ejection_ports"},
      {"router.switching", "is now the family: family = \"wormhole\" or family = \"cut_through\""}};
}

}  // namespace wayfarer
