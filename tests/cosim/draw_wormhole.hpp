// Random networks of wormhole routers small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"

namespace wayfarer {

/// Network `number` of a seed's sequence, of 3 to 9 nodes. Dimensions and topology go through all
/// their combinations; the rest is drawn.
inline NetworkConfig draw_wormhole(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  constexpr VcRouting kRoutings[] = {VcRouting::kRomm, VcRouting::kDimensionOrder,
                                     VcRouting::kValiant};
  constexpr unsigned kMostBuffers = 16;  // more take too long to compile
  const unsigned dimensions = number % 4 + 1;
  for (;;) {
    NetworkConfig config;
    config.name = fmt::format("draw-wormhole-{}-{}", seed, number);
    config.family = Family::kVc;
    config.topology.kind = number / 4 % 2 != 0 ? TopologyKind::kTorus : TopologyKind::kMesh;
    for (unsigned d = 0; d < dimensions; ++d) config.topology.extents.push_back(between(1, 5));
    config.vc.routing = kRoutings[between(0, 2)];
    config.vc.phases = config.vc.routing == VcRouting::kRomm ? between(2, 4) : 0;
    config.vc.lanes = between(1, 3);
    config.vc.depth = between(1, 5);
    config.vc.injection_lanes = between(1, 3);
    config.vc.delivery_lanes = between(1, 3);
    config.vc.seed = between(1, 1000);
    config.flit_bits = 64u << between(0, 1);
    config.message_bytes = 40;
    if (config.terminals() < 3 || config.terminals() > 9 || !impossible(config).empty()) continue;
    validate(config);
    if (2 * dimensions * config.virtual_channels() <= kMostBuffers) return config;
  }
}

}  // namespace wayfarer
