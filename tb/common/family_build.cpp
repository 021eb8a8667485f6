#include "common/family_build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "geometry/switch_tree.hpp"
#include "vc/vc_codes.hpp"

namespace wayfarer {
namespace {

std::string mway_parameters(const NetworkConfig& config) {
  std::string text;
  for (std::size_t d = 0; d < 9; ++d)
    text += fmt::format(" -GK{}={}", d,
                        d < config.topology.extents.size() ? config.topology.extents[d] : 1);
  const MwayRouterConfig& router = config.mway;
  text += fmt::format(" -GTorus=1'b{:d} -GProcessors={} -GFlitWidth={} -GBuffers={} -GDepth={}",
                      config.topology.kind == TopologyKind::kTorus, config.topology.processors,
                      config.flit_bits, router.buffers, router.depth);
  return text + fmt::format(" -GClassZeroBuffers={} -GEarlyFreeing=1'b{:d}"
                            " -GExactStat=1'b{:d}",
                            router.class_zero_buffers, router.freeing == Freeing::kEarly,
                            router.stat == Stat::kExact);
}

std::string topology_members(const NetworkConfig& config) {
  return fmt::format(
      "  config.topology.kind = static_cast<wayfarer::TopologyKind>({});\n"
      "  config.topology.extents = {{{}}};\n",
      static_cast<int>(config.topology.kind), fmt::join(config.topology.extents, ", "));
}

std::string mway_members(const NetworkConfig& config) {
  return topology_members(config) +
         fmt::format("  config.topology.processors = {};\n  config.mway.buffers = {};\n",
                     config.topology.processors, config.mway.buffers);
}

unsigned nodes(const NetworkConfig& config) {
  unsigned product = 1;
  for (const unsigned extent : config.topology.extents) product *= extent;
  return product;
}

/// linear_pkg::targets_t: 16 bits each, 2 * switch + input, the first in the low bits.
std::string targets(const std::vector<SwitchInput>& inputs) {
  std::string digits;
  for (const SwitchInput& input : inputs)
    digits = fmt::format("{:04x}", 2 * input.at + input.input) + digits;
  return fmt::format("{}'h{}", 16 * kMaxHosts, digits);
}

std::string linear_parameters(const NetworkConfig& config) {
  const SwitchTree tree = parse_switch_tree(config.linear.tree);
  return fmt::format(" -GHosts={} -GSwitches={} -GHostTarget={} -GSwitchTarget={}"
                     " -GFlitWidth={} -GDepth={} -GRefill=1'b{:d} -GUpstreamFirst=1'b{:d}",
                     tree.host_targets.size(), tree.switch_targets.size(),
                     targets(tree.host_targets), targets(tree.switch_targets), config.flit_bits,
                     config.linear.depth, config.linear.refill, config.linear.upstream_first);
}

unsigned linear_channels(const NetworkConfig& config) {
  return 2 * static_cast<unsigned>(parse_switch_tree(config.linear.tree).switch_targets.size());
}

/// What the networks of routers with virtual channels have in common.
std::string vc_parameters(const NetworkConfig& config) {
  std::string text;
  for (std::size_t d = 0; d < config.topology.extents.size(); ++d)
    text += fmt::format(" -GK{}={}", d, config.topology.extents[d]);
  for (std::size_t d = config.topology.extents.size(); d < 4; ++d)
    text += fmt::format(" -GK{}=1", d);
  const VcRouterConfig& router = config.vc;
  return text + fmt::format(" -GDimensions={} -GTorus=1'b{:d} -GVirtualChannels={} -GDepth={}"
                            " -GInjectionPorts={} -GEjectionPorts={} -GFlitWidth={}",
                            config.topology.extents.size(),
                            config.topology.kind == TopologyKind::kTorus, router.lanes,
                            router.depth, router.injection_lanes, router.delivery_lanes,
                            config.flit_bits);
}

std::string wormhole_parameters(const NetworkConfig& config) {
  return vc_parameters(config) + fmt::format(" -GPhases={}", config.vc.phases);
}

std::string cut_through_parameters(const NetworkConfig& config) {
  const VcRouterConfig& router = config.vc;
  return vc_parameters(config) +
         fmt::format(" -GVcClasses={} -GRouting={} -GPolicy={} -GPipeline={} -GHalfDuplex=1'b{:d}"
                     " -GInterleaveFlits=1'b{:d} -GSeed=32'd{}",
                     router.sets, routing_code(router.routing), policy_code(router.policy),
                     router.pipeline, router.duplex == Duplex::kHalf,
                     router.interleave == Interleave::kFlit, router.seed);
}

std::string vc_members(const NetworkConfig& config) {
  const VcRouterConfig& router = config.vc;
  return topology_members(config) +
         fmt::format("  config.family = wayfarer::Family::kVc;\n"
                     "  config.vc.switching = static_cast<wayfarer::Switching>({});\n"
                     "  config.vc.routing = static_cast<wayfarer::VcRouting>({});\n"
                     "  config.vc.phases = {};\n  config.vc.sets = {};\n"
                     "  config.vc.lanes = {};\n  config.vc.depth = {};\n"
                     "  config.vc.injection_lanes = {};\n  config.vc.seed = {};\n",
                     static_cast<int>(router.switching), static_cast<int>(router.routing),
                     router.phases, router.sets, router.lanes, router.depth,
                     router.injection_lanes, router.seed);
}

unsigned vc_channels(const NetworkConfig& config) {
  return 2 * static_cast<unsigned>(config.topology.extents.size()) * nodes(config);
}

std::string iba_parameters(const NetworkConfig& config) {
  const IbaSwitchConfig& router = config.iba;
  return fmt::format(" -GColumns={} -GRows={} -GVirtualLanes={} -GAllOrNothing=1'b{:d} -GDepth={}"
                     " -GLongest={} -GMtu={} -GAge={} -GGroups={} -GFlitWidth={}",
                     config.topology.extents[0], config.topology.extents[1], router.virtual_lanes,
                     router.replication == Replication::kAllOrNothing, router.depth,
                     config.largest_packet_flits(), config.segment_flits(), router.age,
                     router.groups, config.flit_bits);
}

std::string iba_members(const NetworkConfig& config) {
  return fmt::format("  config.family = wayfarer::Family::kIba;\n"
                     "  config.iba.virtual_lanes = {};\n"
                     "  config.iba.segmentation = wayfarer::Segmentation::{};\n"
                     "  config.mtu_bytes = {};\n",
                     config.iba.virtual_lanes,
                     config.segment_flits() != 0 ? "kEndpoints" : "kTerminals", config.mtu_bytes);
}

unsigned iba_channels(const NetworkConfig& config) { return 4 * nodes(config); }

}  // namespace

const FamilyBuild& family_build(const NetworkConfig& config) {
  static const FamilyBuild mway = {"mway", "mway_network", mway_parameters, mway_members, nodes};
  static const FamilyBuild linear = {"linear", "linear_network", linear_parameters,
                                     [](const NetworkConfig&) { return std::string(); },
                                     linear_channels};
  static const FamilyBuild wormhole = {"wormhole", "wormhole_network", wormhole_parameters,
                                       vc_members, vc_channels};
  // The dataflow optimiser of Verilator 5.006 loses what the links of a 16x16 mesh carry northwards;
  // lockstep finds it.
  static const FamilyBuild cut_through = {"cut_through", "cut_through_network",
                                          cut_through_parameters, vc_members, vc_channels,
                                          "-fno-dfg"};
  // Here it loses data of buffers, and what it writes takes ten times as long to compile.
  static const FamilyBuild iba = {"iba", "iba_network", iba_parameters, iba_members,
                                  iba_channels, "-fno-dfg"};
  switch (config.family) {
    case Family::kMway: return mway;
    case Family::kLinear: return linear;
    case Family::kIba: return iba;
    case Family::kVc: break;
  }
  return config.cut_through() ? cut_through : wormhole;
}

}  // namespace wayfarer
