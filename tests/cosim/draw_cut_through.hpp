// Random networks of cut-through routers small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
#include "family/cut_through/config.hpp"
#include "family/mesh/config.hpp"

namespace wayfarer {

/// Network `number` of a seed's sequence, of 4 to 12 nodes. Routings, policies, mesh and torus
/// alternate; the rest is drawn.
inline NetworkConfig draw_cut_through(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  constexpr CutThroughRoutingKind kRoutings[] = {
      CutThroughRoutingKind::kDimensionOrder, CutThroughRoutingKind::kStarChannels,
      CutThroughRoutingKind::kMinimalTriplex, CutThroughRoutingKind::kChaos};
  constexpr Policy kPolicies[] = {Policy::kInputDriven, Policy::kInputDrivenRandom,
                                  Policy::kOutputDriven, Policy::kInputDrivenRoundRobin};
  // Tiles share their code, so a network costs as much to build as one node.
  constexpr unsigned kMostLinkBuffers = 12;
  for (;;) {
    NetworkConfig config = cut_through_config();
    config.name = fmt::format("draw-cut-through-{}-{}", seed, number);
    cut_through_of(config).routing = kRoutings[number % 4];
    cut_through_of(config).policy = kPolicies[number / 4 % 4];
    config.topology.kind = number % 3 != 0 ? TopologyKind::kTorus : TopologyKind::kMesh;
    const unsigned dimensions = between(1, 3);
    for (unsigned d = 0; d < dimensions; ++d) config.topology.extents.push_back(between(1, 5));
    mesh_of(config).virtual_channels = between(1, 2);
    mesh_of(config).depth = between(0, 3) == 0 ? between(21, 80) : between(3, 20);
    cut_through_of(config).pipeline = between(1, 4);
    cut_through_of(config).duplex = between(0, 2) == 0 ? Duplex::kFull : Duplex::kHalf;
    cut_through_of(config).interleave =
        between(0, 2) == 0 ? Interleave::kFlit : Interleave::kMessage;
    if (cut_through_of(config).has_lanes() && between(0, 2) == 0)
      cut_through_of(config).lane_binding = LaneBinding::kNone;
    if (cut_through_of(config).interleave == Interleave::kMessage && between(0, 1) == 0)
      cut_through_of(config).output_room = OutputRoom::kDraining;
    if (cut_through_of(config).draws() && between(0, 1) == 0)
      cut_through_of(config).random_choice = RandomChoice::kUniform;
    mesh_of(config).injection_ports = between(1, 2);
    mesh_of(config).ejection_ports = between(1, 2);
    mesh_of(config).seed = between(1, 1000);
    if (cut_through_of(config).chaotic()) {
      cut_through_of(config).policy = Policy::kOutputDriven;
      cut_through_of(config).duplex = Duplex::kHalf;
      cut_through_of(config).output_room = OutputRoom::kEmpty;
      cut_through_of(config).queue = between(2, 6);
      mesh_of(config).virtual_channels = 1;
    }
    config.flit_bits = 32u << between(0, 2);
    config.message_bytes = (mesh_of(config).depth - 1) * config.flit_bytes();
    if (config.terminals() < 4 || config.terminals() > 12) continue;
    validate(config);
    if (2 * dimensions * mesh_of(config).link_virtual_channels() <= kMostLinkBuffers) return config;
  }
}

}  // namespace wayfarer
