// Bufferless tori for lockstep: a fixed set that covers all pairs of values, and random ones.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
#include "draw_keys.hpp"
#include "family/deflection/config.hpp"
#include "networks.hpp"

namespace wayfarer {

/// An extent of 1 is a ring whose link leads back to the node itself.
inline std::vector<NetworkConfig> deflection_networks() {
  return pairwise_networks(
      deflection_config(), "pairs-deflection",
      {extents_axis({{2, 2}, {3, 4}, {4, 3}, {1, 5}, {5, 1}}),
       axis({1u, 2u, 5u}, [](NetworkConfig& c, unsigned n) { deflection_of(c).depth = n; }),
       axis({64u, 32u, 512u}, [](NetworkConfig& c, unsigned bits) { c.flit_bits = bits; })});
}

/// Network `number` of a seed's sequence, of 2 to 24 nodes.
inline NetworkConfig draw_deflection(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  for (;;) {
    NetworkConfig config = deflection_config();
    config.name = fmt::format("draw-deflection-{}-{}", seed, number);
    draw_keys(config, random);
    config.topology.extents = {between(1, 6), between(1, 6)};
    if (config.terminals() < 2 || config.terminals() > 24) continue;
    validate(config);
    return config;
  }
}

}  // namespace wayfarer
