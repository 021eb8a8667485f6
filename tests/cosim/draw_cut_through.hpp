// Random networks of cut-through routers small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"

namespace wayfarer {

/// Network `number` of a seed's sequence, of 4 to 12 nodes. Routings, policies, mesh and torus take
/// turns; the rest is drawn.
inline NetworkConfig draw_cut_through(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  constexpr VcRouting kRoutings[] = {VcRouting::kDimensionOrder, VcRouting::kStarChannels,
                                     VcRouting::kMinimalTriplex};
  constexpr Policy kPolicies[] = {Policy::kInputDriven, Policy::kInputDrivenRandom,
                                  Policy::kOutputDriven};
  // What a network costs to build is, its tiles being one, what one node costs.
  constexpr unsigned kMostLinkBuffers = 12;
  for (;;) {
    NetworkConfig config;
    config.name = fmt::format("draw-cut-through-{}-{}", seed, number);
    config.family = Family::kVc;
    config.vc.choose(Switching::kCutThrough);
    config.vc.routing = kRoutings[number % 3];
    config.vc.policy = kPolicies[number / 3 % 3];
    config.topology.kind = number % 4 != 0 ? TopologyKind::kTorus : TopologyKind::kMesh;
    const unsigned dimensions = between(1, 3);
    for (unsigned d = 0; d < dimensions; ++d) config.topology.extents.push_back(between(1, 5));
    config.vc.lanes = between(1, 2);
    config.vc.depth = between(3, 20);
    config.vc.pipeline = between(1, 4);
    config.vc.duplex = between(0, 2) == 0 ? Duplex::kFull : Duplex::kHalf;
    config.vc.interleave = between(0, 2) == 0 ? Interleave::kFlit : Interleave::kMessage;
    config.vc.injection_lanes = between(1, 2);
    config.vc.delivery_lanes = between(1, 2);
    config.vc.seed = between(1, 1000);
    config.flit_bits = 64u << between(0, 1);
    config.message_bytes = (config.vc.depth - 1) * config.flit_bytes();
    if (config.terminals() < 4 || config.terminals() > 12) continue;
    validate(config);
    if (2 * dimensions * config.virtual_channels() <= kMostLinkBuffers) return config;
  }
}

}  // namespace wayfarer
