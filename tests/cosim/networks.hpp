// The networks of the lockstep tests, by family: all pairs of the values below occur in them, but
// for what is impossible and what takes too long to compile. A network costs what its node costs,
// and with assertions, where tiles share no code, its number of nodes: all are small.
#pragma once

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

/// Impossible: a torus with an extent of 1, or with one buffer.
inline std::vector<NetworkConfig> mway_networks() {
  const auto set = [](unsigned MwayRouterConfig::*member) {
    return [member](NetworkConfig& c, unsigned value) { c.mway.*member = value; };
  };
  return pairwise_networks(
      "pairs-mway",
      {extents_axis({{4}, {3, 2}, {2, 1, 3}}), kind_axis(),
       axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { c.topology.processors = n; }),
       axis({3u, 1u}, set(&MwayRouterConfig::buffers)),
       axis({1u, 2u, 3u}, set(&MwayRouterConfig::depth)),
       axis({Freeing::kEarly, Freeing::kLate},
            [](NetworkConfig& c, Freeing freeing) { c.mway.freeing = freeing; }),
       axis({Stat::kExact, Stat::kCyclic}, [](NetworkConfig& c, Stat stat) { c.mway.stat = stat; }),
       // Of a torus's two classes, the larger one.
       axis({0u, 1u},
            [](NetworkConfig& c, unsigned larger) {
              if (c.topology.kind == TopologyKind::kTorus && c.mway.buffers > 1)
                c.mway.class_zero_buffers = larger == 0 ? c.mway.buffers - 1 : 1;
            }),
       axis({32u, 128u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; })});
}

inline std::vector<NetworkConfig> linear_networks() {
  // A chain, a balanced tree, one in which switches have an input without use.
  return pairwise_networks(
      "pairs-linear",
      {axis({"(1 (2 (3 -)))", "((1 2) (3 (4 5)))", "((- (1 2)) (- (3 -)))"},
            [](NetworkConfig& c, const char* tree) {
              c.family = Family::kLinear;
              c.linear.tree = tree;
            }),
       axis({1u, 2u, 3u}, [](NetworkConfig& c, unsigned depth) { c.linear.depth = depth; }),
       axis({true, false}, [](NetworkConfig& c, bool refill) { c.linear.refill = refill; }),
       axis({false, true}, [](NetworkConfig& c, bool first) { c.linear.upstream_first = first; }),
       axis({64u, 256u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; })});
}

/// The axes of all routers with virtual channels. On rings of up to four nodes no message goes on
/// after the wrap link, since half-way ties go straight: the second class needs five.
inline std::vector<Axis> vc_axes(std::initializer_list<std::vector<unsigned>> extents) {
  const auto set = [](unsigned VcRouterConfig::*member) {
    return [member](NetworkConfig& c, unsigned value) { c.vc.*member = value; };
  };
  return {extents_axis(extents), kind_axis(), axis({1u, 2u}, set(&VcRouterConfig::injection_lanes)),
          axis({2u, 1u}, set(&VcRouterConfig::delivery_lanes)),
          axis({64u, 128u}, [](NetworkConfig& c, unsigned bits) {
            c.family = Family::kVc;
            c.flit_bits = bits;
          })};
}

inline unsigned link_buffers(const NetworkConfig& config) {
  return 2 * static_cast<unsigned>(config.topology.extents.size()) * config.virtual_channels();
}

/// Too long to compile: more than 12 buffers behind links.
inline std::vector<NetworkConfig> wormhole_networks() {
  std::vector<Axis> axes = vc_axes({{5}, {3, 2}, {2, 1, 3}});
  axes.push_back(axis({VcRouting::kDimensionOrder, VcRouting::kRomm, VcRouting::kValiant},
                      [](NetworkConfig& c, VcRouting routing) {
                        c.vc.routing = routing;
                        if (routing == VcRouting::kRomm)
                          c.vc.phases = c.topology.extents.size() == 1 ? 3 : 2;
                        c.message_bytes = 40;
                      }));
  axes.push_back(axis({1u, 2u}, [](NetworkConfig& c, unsigned n) { c.vc.lanes = n; }));
  axes.push_back(axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { c.vc.depth = n; }));
  return pairwise_networks("pairs-wormhole", axes,
                           [](const NetworkConfig& c) { return link_buffers(c) <= 12; });
}

/// Too long to compile: more than 12 buffers behind links.
inline std::vector<NetworkConfig> cut_through_networks() {
  std::vector<Axis> axes = vc_axes({{5}, {3, 2}, {2, 1, 3}});
  axes.insert(  // first: it sets what the paper has
      axes.begin(),
      axis({VcRouting::kDimensionOrder, VcRouting::kStarChannels, VcRouting::kMinimalTriplex},
           [](NetworkConfig& c, VcRouting routing) {
             c.vc.choose(Switching::kCutThrough);
             c.vc.routing = routing;
           }));
  axes.push_back(axis({Policy::kInputDriven, Policy::kInputDrivenRandom, Policy::kOutputDriven},
                      [](NetworkConfig& c, Policy policy) { c.vc.policy = policy; }));
  axes.push_back(axis({1u, 2u}, [](NetworkConfig& c, unsigned n) { c.vc.lanes = n; }));
  axes.push_back(axis({3u, 8u}, [](NetworkConfig& c, unsigned n) {
    c.vc.depth = n;
    c.message_bytes = (n - 1) * c.flit_bytes();
  }));
  axes.push_back(axis({1u, 3u}, [](NetworkConfig& c, unsigned n) { c.vc.pipeline = n; }));
  axes.push_back(axis({Duplex::kHalf, Duplex::kFull},
                      [](NetworkConfig& c, Duplex duplex) { c.vc.duplex = duplex; }));
  axes.push_back(axis({Interleave::kMessage, Interleave::kFlit},
                      [](NetworkConfig& c, Interleave by) { c.vc.interleave = by; }));
  return pairwise_networks("pairs-cut-through", axes,
                           [](const NetworkConfig& c) { return link_buffers(c) <= 12; });
}

/// Too long to compile: four virtual lanes on 2x2 switches.
/// Impossible: endpoints that make packets of messages with several shared lanes. Packets are then
/// of 4 flits, fewer than may be configured, so that there are messages of more than 256 of them.
inline std::vector<NetworkConfig> iba_networks() {
  std::vector<NetworkConfig> networks = pairwise_networks(
      "pairs-iba",
      {extents_axis({{2, 2}, {1, 3}}),
       axis({1u, 2u, 4u},
            [](NetworkConfig& c, unsigned lanes) {
              c.family = Family::kIba;
              c.iba.virtual_lanes = lanes;
            }),
       axis({LaneUse::kShared, LaneUse::kDedicated},
            [](NetworkConfig& c, LaneUse use) { c.iba.lane_use = use; }),
       axis({Replication::kBranches, Replication::kAllOrNothing},
            [](NetworkConfig& c, Replication replication) { c.iba.replication = replication; }),
       axis({Segmentation::kTerminals, Segmentation::kEndpoints},
            [](NetworkConfig& c, Segmentation by) {
              c.iba.segmentation = by;
              c.mtu_bytes = 256;
            }),
       axis({128u, 256u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; }),
       axis({0u, 3u},  // data flits of the longest packet
            [](NetworkConfig& c, unsigned flits) { c.message_bytes = flits * c.flit_bytes(); }),
       axis({0u, 5u},  // flits of a buffer beyond these
            [](NetworkConfig& c, unsigned more) { c.iba.depth = c.largest_packet_flits() + more; }),
       axis({1u, 20u}, [](NetworkConfig& c, unsigned age) { c.iba.age = age; }),
       axis({0u, 3u},  // entries of a table beyond those needed
            [](NetworkConfig& c, unsigned more) { c.iba.groups = c.terminals() + more; })},
      [](const NetworkConfig& c) { return c.iba.virtual_lanes * c.terminals() <= 12; });
  for (NetworkConfig& config : networks) {
    if (config.iba.segmentation != Segmentation::kEndpoints) continue;
    const unsigned more = config.iba.depth - config.largest_packet_flits();
    config.mtu_bytes = 4 * config.flit_bytes();
    config.message_bytes =
        15 * config.flit_bytes() + 10;  // four packets, the last one's data short
    config.iba.depth = config.largest_packet_flits() + more;
  }
  return networks;
}

}  // namespace wayfarer
