// Random networks of wormhole routers small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
#include "draw_keys.hpp"
#include "family/mesh/config.hpp"
#include "family/wormhole/config.hpp"

namespace wayfarer {

/// Network `number` of a seed's sequence, of 3 to 9 nodes. Dimensions and topology go through all
/// their combinations; the rest is drawn.
inline NetworkConfig draw_wormhole(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  constexpr unsigned kMostBuffers = 16;  // more take too long to compile
  const unsigned dimensions = number % 4 + 1;
  for (;;) {
    NetworkConfig config = wormhole_config();
    config.name = fmt::format("draw-wormhole-{}-{}", seed, number);
    draw_keys(config, random);
    config.topology.kind = number / 4 % 2 != 0 ? TopologyKind::kTorus : TopologyKind::kMesh;
    for (unsigned d = 0; d < dimensions; ++d) config.topology.extents.push_back(between(1, 5));
    mesh_of(config).seed = between(1, 1000);
    config.message_bytes = 40;
    if (between(0, 1) == 1) {  // whole messages, into an empty buffer or behind another one
      const unsigned data = config.data_flits(config.message_bytes);
      mesh_of(config).depth += data;
      wormhole_of(config).message_flits = between(0, 1) == 1 ? 1 + data : mesh_of(config).depth;
    }
    if (config.terminals() < 3 || config.terminals() > 9 || !config_error(config).empty()) continue;
    validate(config);
    if (2 * dimensions * mesh_of(config).link_virtual_channels() <= kMostBuffers) return config;
  }
}

}  // namespace wayfarer
