// Random networks of cut-through routers small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
#include "draw_keys.hpp"
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
  // Tiles share their code, so a network costs as much to build as one node.
  constexpr unsigned kMostLinkBuffers = 12;
  for (;;) {
    NetworkConfig config = cut_through_config();
    config.name = fmt::format("draw-cut-through-{}-{}", seed, number);
    draw_keys(config, random);
    cut_through_of(config).routing = static_cast<CutThroughRoutingKind>(number % 4);
    cut_through_of(config).policy =
        cut_through_of(config).chaotic()
            ? (number / 4 % 2 == 0 ? Policy::kOutputDriven : Policy::kOutputDrivenUniform)
            : static_cast<Policy>(number / 4 % 6);
    config.topology.kind = number % 3 != 0 ? TopologyKind::kTorus : TopologyKind::kMesh;
    const unsigned dimensions = between(1, 3);
    for (unsigned d = 0; d < dimensions; ++d) config.topology.extents.push_back(between(1, 5));
    mesh_of(config).seed = between(1, 1000);
    config.message_bytes = (mesh_of(config).depth - 1) * config.flit_bytes();
    if (config.terminals() < 4 || config.terminals() > 12 || !config_error(config).empty())
      continue;
    validate(config);
    if (2 * dimensions * mesh_of(config).link_virtual_channels() <= kMostLinkBuffers) return config;
  }
}

}  // namespace wayfarer
