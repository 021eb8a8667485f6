// The networks of the lockstep tests, by family: they cover all pairs of the values below, except
// those that are impossible or take too long to compile. A network costs as much to build as one
// node, but with assertions, where tiles share no code, as all its nodes: all are small.
#pragma once

#include "family/cut_through/config.hpp"
#include "family/iba/config.hpp"
#include "family/linear/config.hpp"
#include "family/mesh/config.hpp"
#include "family/mway/config.hpp"
#include "family/wormhole/config.hpp"
#include "geometry/switch_tree.hpp"
#include "pairwise.hpp"

namespace wayfarer {

template <typename Value, typename Set>
Axis axis(std::initializer_list<Value> values, const Set& set) {
  Axis axis;
  for (const Value& value : values)
    axis.push_back([value, set](NetworkConfig& config) { set(config, value); });
  return axis;
}

inline Axis kind_axis() {
  return axis({TopologyKind::kMesh, TopologyKind::kTorus},
              [](NetworkConfig& c, TopologyKind kind) { c.topology.kind = kind; });
}

inline Axis extents_axis(std::initializer_list<std::vector<unsigned>> extents) {
  return axis(extents,
              [](NetworkConfig& c, const std::vector<unsigned>& of) { c.topology.extents = of; });
}

/// Impossible: a torus with an extent of 1, or with one buffer; ages and a configuration by pins;
/// stages with exact Stat; relative destinations and a fault.
inline std::vector<NetworkConfig> mway_networks() {
  const auto set = [](unsigned MwayConfig::*member) {
    return [member](NetworkConfig& c, unsigned value) { mway_of(c).*member = value; };
  };
  return pairwise_networks(
      mway_config(), "pairs-mway",
      {extents_axis({{4}, {3, 2}, {2, 1, 3}}), kind_axis(),
       axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { c.topology.processors = n; }),
       axis({3u, 1u}, set(&MwayConfig::buffers)), axis({1u, 2u, 3u}, set(&MwayConfig::depth)),
       axis({Freeing::kEarly, Freeing::kLate},
            [](NetworkConfig& c, Freeing freeing) { mway_of(c).freeing = freeing; }),
       axis({Stat::kExact, Stat::kCyclic, Stat::kAddressed},
            [](NetworkConfig& c, Stat stat) { mway_of(c).stat = stat; }),
       axis({MwayVariant::kPaper, MwayVariant::kPipelined, MwayVariant::kAged},
            [](NetworkConfig& c, MwayVariant variant) { mway_of(c).variant = variant; }),
       // By pins with a dead router, where a mesh has a way around it and two classes.
       axis({Configuration::kConstant, Configuration::kPins},
            [](NetworkConfig& c, Configuration configuration) {
              mway_of(c).configuration = configuration;
              if (configuration == Configuration::kPins && !c.topology.torus() &&
                  mway_of(c).buffers > 1 && c.topology.extents.size() > 1)
                mway_of(c).fault = {MwayDead::kRouter, 0, 0};
            }),
       axis({3u, 1u},
            [](NetworkConfig& c, unsigned shift) {
              if (mway_of(c).variant == MwayVariant::kAged) mway_of(c).age_shift = shift;
            }),
       axis({Destinations::kAbsolute, Destinations::kRelative},
            [](NetworkConfig& c, Destinations destinations) {
              mway_of(c).destinations = destinations;
            }),
       // Which of a torus's two classes is larger.
       axis({0u, 1u},
            [](NetworkConfig& c, unsigned larger) {
              if (c.topology.kind == TopologyKind::kTorus && mway_of(c).buffers > 1)
                mway_of(c).classes =
                    split_classes(mway_of(c).buffers, larger == 0 ? mway_of(c).buffers - 1 : 1);
            }),
       axis({32u, 128u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; })});
}

/// Those whose messages have groups, which the option's conditions leave.
inline std::vector<NetworkConfig> mway_multicast_networks() {
  NetworkConfig defaults = mway_config();
  mway_of(defaults).variant = MwayVariant::kMulticast;
  return pairwise_networks(
      defaults, "pairs-mway-multicast",
      {extents_axis({{3, 3}, {4}, {2, 1, 3}, {1}}),
       axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { c.topology.processors = n; }),
       axis({2u, 1u, 3u}, [](NetworkConfig& c, unsigned n) { mway_of(c).buffers = n; }),
       axis({2u, 5u},
            [](NetworkConfig& c, unsigned depth) {
              mway_of(c).depth = depth;
              c.message_bytes = (depth - 1) * c.flit_bytes();
            }),
       axis({64u, 128u}, [](NetworkConfig& c, unsigned bits) {
         c.flit_bits = bits;
         c.message_bytes = (mway_of(c).depth - 1) * c.flit_bytes();
       })});
}

/// Those whose headers have a choice of candidates: adaptive with late freeing, balanced on a torus
/// with either. Masks are the defaults, or overlap.
inline std::vector<NetworkConfig> mway_candidate_networks() {
  NetworkConfig defaults = mway_config();
  mway_of(defaults).freeing = Freeing::kLate;
  struct Choice {
    MwayVariant variant;
    TopologyKind kind;
    Freeing freeing;
  };
  return pairwise_networks(
      defaults, "pairs-mway-candidates",
      {axis({Choice{MwayVariant::kAdaptive, TopologyKind::kTorus, Freeing::kLate},
             Choice{MwayVariant::kBalanced, TopologyKind::kTorus, Freeing::kEarly},
             Choice{MwayVariant::kAdaptive, TopologyKind::kMesh, Freeing::kLate},
             Choice{MwayVariant::kBalanced, TopologyKind::kTorus, Freeing::kLate}},
            [](NetworkConfig& c, const Choice& choice) {
              mway_of(c).variant = choice.variant;
              mway_of(c).freeing = choice.freeing;
              c.topology.kind = choice.kind;
            }),
       extents_axis({{5}, {4, 2}, {2, 2, 2}}),
       axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { c.topology.processors = n; }),
       axis({3u, 6u}, [](NetworkConfig& c, unsigned n) { mway_of(c).buffers = n; }),
       axis({2u, 1u, 4u}, [](NetworkConfig& c, unsigned n) { mway_of(c).depth = n; }),
       // Buffer 0 is of class 0 alone, 1 of class 1; buffer 2 is of all classes.
       axis({false, true},
            [](NetworkConfig& c, bool overlap) {
              MwayConfig& router = mway_of(c);
              if (!overlap || router.freeing == Freeing::kEarly) return;
              const unsigned last =
                  router.variant == MwayVariant::kAdaptive ? (1u << router.buffers) - 4 : 0;
              if (c.topology.torus())
                router.classes = {0b101, 0b110, last};
              else
                router.classes = {0b101, last};
            }),
       axis({64u, 32u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; })});
}

/// Those with a clock for each channel: what the clocks are is no part of the hardware.
inline std::vector<NetworkConfig> mway_clocks_networks() {
  NetworkConfig defaults = mway_config();
  mway_of(defaults).variant = MwayVariant::kClocked;
  mway_of(defaults).clock_spread = 22;
  mway_of(defaults).clock_skew = 100;
  return pairwise_networks(
      defaults, "pairs-mway-clocks",
      {extents_axis({{3, 2}, {4}, {2, 1, 3}}), kind_axis(),
       axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { c.topology.processors = n; }),
       axis({3u, 1u}, [](NetworkConfig& c, unsigned n) { mway_of(c).buffers = n; }),
       axis({2u, 8u, 4u}, [](NetworkConfig& c, unsigned n) { mway_of(c).depth = n; }),
       axis({Freeing::kEarly, Freeing::kLate},
            [](NetworkConfig& c, Freeing freeing) { mway_of(c).freeing = freeing; }),
       axis({32u, 128u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; })});
}

inline std::vector<NetworkConfig> linear_networks() {
  // A chain, a balanced tree, and one in which switches have an unused input.
  return pairwise_networks(
      linear_config(), "pairs-linear",
      {axis({"(1 (2 (3 -)))", "((1 2) (3 (4 5)))", "((- (1 2)) (- (3 -)))"},
            [](NetworkConfig& c, const char* tree) { linear_of(c).tree = tree; }),
       axis({1u, 2u, 3u}, [](NetworkConfig& c, unsigned depth) { linear_of(c).depth = depth; }),
       axis({true, false}, [](NetworkConfig& c, bool refill) { linear_of(c).refill = refill; }),
       axis({false, true},
            [](NetworkConfig& c, bool first) { linear_of(c).upstream_first = first; }),
       axis({false, true},
            [](NetworkConfig& c, bool sporadic) { linear_of(c).sporadic = sporadic; }),
       axis({false, true}, [](NetworkConfig& c, bool whole) { linear_of(c).round_trips = whole; }),
       axis({32u, 256u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; })});
}

/// The axes of all routers with virtual channels. On rings of up to four nodes no message continues
/// after the wrap link, since half-way ties go straight: the second class needs five.
inline std::vector<Axis> vc_axes(std::initializer_list<std::vector<unsigned>> extents) {
  const auto set = [](unsigned MeshConfig::*member) {
    return [member](NetworkConfig& c, unsigned value) { mesh_of(c).*member = value; };
  };
  return {extents_axis(extents), kind_axis(), axis({1u, 2u}, set(&MeshConfig::injection_ports)),
          axis({2u, 1u}, set(&MeshConfig::ejection_ports)),
          axis({32u, 128u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; })};
}

inline unsigned link_buffers(const NetworkConfig& config) {
  return 2 * static_cast<unsigned>(config.topology.extents.size()) *
         mesh_of(config).link_virtual_channels();
}

/// Too long to compile: more than 12 buffers behind links.
inline std::vector<NetworkConfig> wormhole_networks() {
  std::vector<Axis> axes = vc_axes({{5}, {3, 2}, {2, 1, 3}});
  axes.push_back(axis({WormholeRoutingKind::kDimensionOrder, WormholeRoutingKind::kRomm,
                       WormholeRoutingKind::kValiant},
                      [](NetworkConfig& c, WormholeRoutingKind routing) {
                        wormhole_of(c).routing = routing;
                        if (routing == WormholeRoutingKind::kRomm)
                          mesh_of(c).phases = c.topology.extents.size() == 1 ? 3 : 2;
                        c.message_bytes = 40;
                      }));
  axes.push_back(
      axis({1u, 2u}, [](NetworkConfig& c, unsigned n) { mesh_of(c).virtual_channels = n; }));
  axes.push_back(axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { mesh_of(c).depth = n; }));
  axes.push_back(
      axis({0u, 1u, 2u}, [](NetworkConfig& c, unsigned n) { wormhole_of(c).pipeline = n; }));
  struct Links {
    FlowControl flow_control;
    unsigned registers;
    bool whole_messages = false;
    bool deeper = false;  ///< Buffers that may take a message behind another.
  };
  axes.push_back(axis(
      {Links{FlowControl::kOnOff, 0}, Links{FlowControl::kCredits, 0},
       Links{FlowControl::kCredits, 1}, Links{FlowControl::kCredits, 2},
       Links{FlowControl::kCredits, 0, true}, Links{FlowControl::kCredits, 1, true},
       Links{FlowControl::kCredits, 0, true, true}, Links{FlowControl::kCredits, 2, true, true}},
      [](NetworkConfig& c, const Links& links) {
        wormhole_of(c).flow_control = links.flow_control;
        wormhole_of(c).link_registers = links.registers;
        if (!links.whole_messages) return;
        const unsigned data = c.data_flits(c.message_bytes);
        mesh_of(c).depth += data;
        wormhole_of(c).message_flits = links.deeper ? 1 + data : mesh_of(c).depth;
      }));
  return pairwise_networks(wormhole_config(), "pairs-wormhole", axes,
                           [](const NetworkConfig& c) { return link_buffers(c) <= 12; });
}

/// Too long to compile: more than 12 buffers behind links.
inline std::vector<NetworkConfig> cut_through_networks() {
  std::vector<Axis> axes = vc_axes({{5}, {3, 2}, {2, 1, 3}});
  axes.insert(axes.begin(),
              axis({CutThroughRoutingKind::kDimensionOrder, CutThroughRoutingKind::kStarChannels,
                    CutThroughRoutingKind::kMinimalTriplex},
                   [](NetworkConfig& c, CutThroughRoutingKind routing) {
                     cut_through_of(c).routing = routing;
                   }));
  axes.push_back(axis({Policy::kInputDriven, Policy::kInputDrivenRandom, Policy::kOutputDriven},
                      [](NetworkConfig& c, Policy policy) {
                        cut_through_of(c).policy = policy;
                        mesh_of(c).seed = 7;  // not the default of the RTL
                      }));
  // The other choices: uniform ones of policies that draw, round robin in place of fixed order.
  axes.push_back(axis({true, false}, [](NetworkConfig& c, bool other) {
    CutThroughConfig& router = cut_through_of(c);
    if (!other) return;
    router.policy = router.output_driven() ? Policy::kOutputDrivenUniform
                    : router.draws()       ? Policy::kInputDrivenUniform
                                           : Policy::kInputDrivenRoundRobin;
  }));
  axes.push_back(
      axis({1u, 2u}, [](NetworkConfig& c, unsigned n) { mesh_of(c).virtual_channels = n; }));
  axes.push_back(
      axis({LaneBinding::kHeader, LaneBinding::kNone},
           [](NetworkConfig& c, LaneBinding by) { cut_through_of(c).lane_binding = by; }));
  axes.push_back(axis({3u, 8u}, [](NetworkConfig& c, unsigned n) {
    mesh_of(c).depth = n;
    c.message_bytes = (n - 1) * c.flit_bytes();
  }));
  axes.push_back(
      axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { cut_through_of(c).pipeline = n; }));
  axes.push_back(axis({Duplex::kHalf, Duplex::kFull},
                      [](NetworkConfig& c, Duplex duplex) { cut_through_of(c).duplex = duplex; }));
  axes.push_back(axis({Interleave::kMessage, Interleave::kFlit},
                      [](NetworkConfig& c, Interleave by) { cut_through_of(c).interleave = by; }));
  axes.push_back(
      axis({OutputRoom::kDraining, OutputRoom::kEmpty},
           [](NetworkConfig& c, OutputRoom room) { cut_through_of(c).output_room = room; }));
  return pairwise_networks(cut_through_config(), "pairs-cut-through", axes,
                           [](const NetworkConfig& c) { return link_buffers(c) <= 12; });
}

inline std::vector<NetworkConfig> chaos_networks() {
  std::vector<Axis> axes = vc_axes({{5}, {3, 2}, {2, 1, 3}});
  axes.push_back(axis({Policy::kOutputDriven, Policy::kOutputDrivenUniform},
                      [](NetworkConfig& c, Policy policy) {
                        cut_through_of(c).routing = CutThroughRoutingKind::kChaos;
                        cut_through_of(c).policy = policy;
                        mesh_of(c).seed = 7;  // not the default of the RTL
                      }));
  axes.push_back(
      axis({2u, 5u, 3u}, [](NetworkConfig& c, unsigned n) { cut_through_of(c).queue = n; }));
  axes.push_back(axis({8u, 3u}, [](NetworkConfig& c, unsigned n) {
    mesh_of(c).depth = n;
    c.message_bytes = (n - 1) * c.flit_bytes();
  }));
  axes.push_back(
      axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { cut_through_of(c).pipeline = n; }));
  axes.push_back(axis({Interleave::kMessage, Interleave::kFlit},
                      [](NetworkConfig& c, Interleave by) { cut_through_of(c).interleave = by; }));
  return pairwise_networks(cut_through_config(), "pairs-chaos", axes);
}

/// Too long to compile: four virtual lanes on 2x2 switches.
/// Impossible: endpoints that cut messages into packets with several shared lanes. Packets are then
/// of 4 flits, fewer than may be configured, so that messages of more than 256 packets occur.
inline std::vector<NetworkConfig> iba_networks() {
  std::vector<NetworkConfig> networks = pairwise_networks(
      iba_config(), "pairs-iba",
      {extents_axis({{2, 2}, {1, 3}}),
       axis({1u, 2u, 4u},
            [](NetworkConfig& c, unsigned lanes) { iba_of(c).virtual_lanes = lanes; }),
       axis({LaneUse::kShared, LaneUse::kDedicated, LaneUse::kByLevel},
            [](NetworkConfig& c, LaneUse use) {
              iba_of(c).lane_use = use;
              if (use != LaneUse::kDedicated) iba_of(c).service_levels = 3;
            }),
       axis({Replication::kBranches, Replication::kAllOrNothing},
            [](NetworkConfig& c, Replication replication) { iba_of(c).replication = replication; }),
       axis({Segmentation::kTerminals, Segmentation::kEndpoints},
            [](NetworkConfig& c, Segmentation by) {
              iba_of(c).segmentation = by;
              iba_of(c).mtu_bytes = 256;
            }),
       axis({128u, 256u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; }),
       axis({0u, 3u},  // data flits of the longest packet
            [](NetworkConfig& c, unsigned flits) { c.message_bytes = flits * c.flit_bytes(); }),
       axis({0u, 5u},  // flits of a buffer beyond these
            [](NetworkConfig& c, unsigned more) {
              iba_of(c).depth = largest_packet_flits(c) + more;
            }),
       axis({1u, 20u}, [](NetworkConfig& c, unsigned age) { iba_of(c).age = age; }),
       axis({false, true},
            [](NetworkConfig& c, bool limits) {
              iba_of(c).lifetime = limits ? 9 : 0;
              iba_of(c).hop_limit = limits ? 3 : 0;
            }),
       axis({Arbitration::kRoundRobin, Arbitration::kWeights},
            [](NetworkConfig& c, Arbitration arbitration) {
              iba_of(c).arbitration = arbitration;
              iba_of(c).arbitration_entries = 4;
              iba_of(c).low_weights = {1, 2, 1, 0};
              iba_of(c).high_weights = {1, 0, 1, 0};
              iba_of(c).high_limit = 3;
            }),
       axis({false, true}, [](NetworkConfig& c, bool in_band) { iba_of(c).in_band = in_band; }),
       axis({0u, 3u},  // entries of a table beyond those needed
            [](NetworkConfig& c, unsigned more) { iba_of(c).groups = c.terminals() + more; })},
      [](const NetworkConfig& c) { return iba_of(c).virtual_lanes * c.terminals() <= 12; });
  for (NetworkConfig& config : networks) {
    if (iba_of(config).segmentation != Segmentation::kEndpoints) continue;
    const unsigned more = iba_of(config).depth - largest_packet_flits(config);
    iba_of(config).mtu_bytes = 4 * config.flit_bytes();
    config.message_bytes =
        15 * config.flit_bytes() + 10;  // four packets, the last one's data short
    iba_of(config).depth = largest_packet_flits(config) + more;
  }
  return networks;
}

}  // namespace wayfarer
