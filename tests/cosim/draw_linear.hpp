// Random client-server networks small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
#include "draw_keys.hpp"
#include "family/linear/config.hpp"
#include "random_tree.hpp"

namespace wayfarer {

/// Network `number` of a seed's sequence: the tree of 2 to 12 hosts and all keys drawn.
inline NetworkConfig draw_linear(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  NetworkConfig config = linear_config();
  config.name = fmt::format("draw-linear-{}-{}", seed, number);
  linear_of(config).tree = random_network_tree(2 + random.below(11), random);
  draw_keys(config, random);
  validate(config);
  return config;
}

}  // namespace wayfarer
