// Random client-server networks small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
#include "family/linear/config.hpp"
#include "random_tree.hpp"

namespace wayfarer {

/// Network `number` of a seed's sequence: the tree of 2 to 12 hosts, depth, refill, arbitration,
/// senders, monitors and flit width all drawn.
inline NetworkConfig draw_linear(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  NetworkConfig config = linear_config();
  config.name = fmt::format("draw-linear-{}-{}", seed, number);
  linear_of(config).tree = random_network_tree(2 + random.below(11), random);
  linear_of(config).depth = 1 + random.below(3);
  linear_of(config).refill = random.below(2) == 0;
  linear_of(config).upstream_first = random.below(3) == 0;
  config.flit_bits = 32u << random.below(4);
  linear_of(config).sporadic = random.below(2) == 0;
  linear_of(config).round_trips = random.below(2) == 0;
  validate(config);
  return config;
}

}  // namespace wayfarer
