// Random meshes of InfiniBand switches small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"

namespace wayfarer {

/// Mesh `number` of a seed's sequence, of 2 to 9 switches. Virtual lanes and replications go through
/// all their combinations; the rest is drawn.
inline NetworkConfig draw_iba(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  constexpr unsigned kVirtualLanes[] = {1, 2, 1, 2, 4};  // four take long to compile
  for (;;) {
    NetworkConfig config;
    config.name = fmt::format("draw-iba-{}-{}", seed, number);
    config.family = Family::kIba;
    config.topology.extents = {between(1, 6), between(1, 6)};
    config.iba.virtual_lanes = kVirtualLanes[number % 5];
    config.iba.replication =
        number / 5 % 2 == 0 ? Replication::kBranches : Replication::kAllOrNothing;
    config.iba.lane_use = between(0, 1) == 0 ? LaneUse::kShared : LaneUse::kDedicated;
    config.iba.age = between(1, 30);
    config.flit_bits = config.iba.virtual_lanes == 1 ? 128u << between(0, 1) : 128;
    config.message_bytes = config.flit_bytes() * between(0, 7);
    const unsigned longest = config.largest_packet_flits();
    config.iba.depth = longest + (number % 4 == 0 ? 0 : between(0, 3 * longest));
    if (config.terminals() < 2 || config.terminals() > 9) continue;
    config.iba.groups = config.terminals() + between(0, 5);
    validate(config);
    return config;
  }
}

}  // namespace wayfarer
