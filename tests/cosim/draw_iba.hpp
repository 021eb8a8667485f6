// Random meshes of InfiniBand switches small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
#include "draw_keys.hpp"
#include "family/iba/config.hpp"

namespace wayfarer {

/// Mesh `number` of a seed's sequence, of 2 to 9 switches. Virtual lanes and replications go
/// through all their combinations; the rest is drawn.
inline NetworkConfig draw_iba(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  constexpr unsigned kVirtualLanes[] = {1, 2, 1, 2, 4};  // four lanes take long to compile
  for (;;) {
    NetworkConfig config = iba_config();
    config.name = fmt::format("draw-iba-{}-{}", seed, number);
    draw_keys(config, random);
    config.topology.extents = {between(1, 6), between(1, 6)};
    iba_of(config).virtual_lanes = kVirtualLanes[number % 5];
    iba_of(config).replication =
        number / 5 % 2 == 0 ? Replication::kBranches : Replication::kAllOrNothing;
    iba_of(config).service_levels = between(1, 15);
    if (iba_of(config).virtual_lanes > 1) config.flit_bits = 128;
    config.message_bytes = config.flit_bytes() * between(0, 7);
    const unsigned longest = largest_packet_flits(config);
    iba_of(config).depth = longest + (number % 4 == 0 ? 0 : between(0, 3 * longest));
    if (config.terminals() < 2 || config.terminals() > 9) continue;
    iba_of(config).groups = config.terminals() + between(0, 5);
    if (number % 2 == 0) iba_of(config).hop_limit = between(10, 30);  // 10: the longest XY route
    if (iba_of(config).arbitration == Arbitration::kWeights) {
      iba_of(config).arbitration_entries = between(iba_of(config).virtual_lanes, 8);
      for (unsigned& weight : iba_of(config).low_weights) weight = between(0, 3);
      for (unsigned& weight : iba_of(config).high_weights) weight = between(0, 1) * between(0, 3);
      iba_of(config).high_limit = between(0, 9);
    }
    if (!config_error(config).empty()) continue;
    validate(config);
    return config;
  }
}

}  // namespace wayfarer
