// Random m-way networks small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {

/// Network `number` of a seed's sequence: dimensions, extents, processors, buffers, depths,
/// freeing, Stat, ages, stages, configuration, fault, groups, routing, classes, guard, destinations
/// and flit width all drawn, at most 24 channels.
inline NetworkConfig draw_mway(std::uint64_t seed, std::uint32_t number) {
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  for (;;) {
    NetworkConfig config = mway_config();
    config.name = fmt::format("draw-mway-{}-{}", seed, number);
    config.topology.kind = between(0, 1) != 0 ? TopologyKind::kTorus : TopologyKind::kMesh;
    const bool torus = config.topology.kind == TopologyKind::kTorus;
    const unsigned dimensions = between(1, 4);
    for (unsigned d = 0; d < dimensions; ++d) {
      config.topology.extents.push_back(between(torus ? 2 : 1, 5));
    }
    config.topology.processors = between(1, 4);
    mway_of(config).buffers = between(0, 3) != 0 ? between(torus ? 2 : 1, 5) : between(6, 16);
    mway_of(config).depth = between(1, 5);
    mway_of(config).freeing = between(0, 1) != 0 ? Freeing::kEarly : Freeing::kLate;
    mway_of(config).stat = between(0, 1) != 0 ? Stat::kExact : Stat::kCyclic;
    mway_of(config).class_zero_buffers =
        torus ? between(1, mway_of(config).buffers - 1) : mway_of(config).buffers;
    config.flit_bits = 32u << between(0, 2);
    config.message_bytes = between(0, 5) * config.flit_bytes();
    if (between(0, 1) != 0 && mway_of(config).stat == Stat::kExact)
      mway_of(config).addressing = Addressing::kAddressed;
    mway_of(config).age_lines = 3 * between(0, 1);
    if (between(0, 1) != 0 && mway_of(config).age_lines == 0)
      mway_of(config).configuration = Configuration::kPins;
    mway_of(config).age_shift = between(1, 6);
    mway_of(config).pipeline = 2 * between(0, 1);
    // A dead router that has a way around it; most are refused below, for want of it or of pins.
    if (between(0, 1) != 0 && dimensions > 1)
      mway_of(config).fault = {MwayDead::kRouter, between(0, 3), between(0, dimensions - 1)};
    if (mway_of(config).fault && mway_of(config).buffers > 1)
      mway_of(config).class_zero_buffers = between(1, mway_of(config).buffers - 1);
    // Groups, where the rest is as they need it.
    if (between(0, 2) == 0 && !torus && !mway_of(config).fault) {
      MwayConfig& router = mway_of(config);
      router.freeing = Freeing::kLate;
      router.stat = Stat::kExact;
      router.addressing = Addressing::kMatched;
      router.configuration = Configuration::kConstant;
      router.pipeline = router.age_lines = 0;
      router.depth = 1 + config.data_flits(config.message_bytes);
      router.multicast = Multicast::kOrdered;
      config.flit_bits = 128;
    }
    // Balanced or adaptive routing, likewise, with any masks that are legal.
    if (between(0, 2) == 0 && mway_of(config).multicast == Multicast::kNone) {
      MwayConfig& router = mway_of(config);
      router.stat = Stat::kExact;
      router.addressing = Addressing::kMatched;
      router.configuration = Configuration::kConstant;
      router.fault = {};
      router.pipeline = router.age_lines = router.class_zero_buffers = 0;
      router.buffers = between(2, 6);
      router.routing =
          torus && between(0, 1) != 0 ? MwayRouting::kBalanced : MwayRouting::kAdaptive;
      if (router.routing == MwayRouting::kAdaptive) router.freeing = Freeing::kLate;
      const unsigned all = (1u << router.buffers) - 1;
      router.class_zero_mask = random.below(all + 1);
      if (torus) router.class_one_mask = random.below(all + 1);
      if (router.routing == MwayRouting::kAdaptive) router.adaptive_mask = random.below(all + 1);
    }
    const MwayConfig& drawn = mway_of(config);
    mway_of(config).guard = drawn.stat == Stat::kExact &&
                            drawn.addressing == Addressing::kMatched && drawn.pipeline == 0 &&
                            drawn.age_lines == 0 && drawn.multicast == Multicast::kNone &&
                            drawn.routing == MwayRouting::kDimensionOrder && between(0, 1) != 0;
    // A clock for each channel, too. These draws are apart, so that those above stay.
    Random clock(seed, number, Purpose::kTest, 1);
    if (clock.below(2) == 0 && drawn.stat == Stat::kExact && drawn.pipeline == 0 &&
        drawn.addressing == Addressing::kMatched && drawn.age_lines == 0 &&
        drawn.configuration == Configuration::kConstant && drawn.multicast == Multicast::kNone &&
        drawn.routing == MwayRouting::kDimensionOrder && !drawn.guard) {
      mway_of(config).clocks = Clocks::kChannels;
      mway_of(config).depth = 2u << clock.below(3);
      mway_of(config).clock_spread = clock.below(301);
      mway_of(config).clock_skew = clock.below(101);
    }
    // Relative destinations, where the rest allows them.
    if (clock.below(2) == 0 && drawn.multicast == Multicast::kNone && !drawn.fault &&
        drawn.routing == MwayRouting::kDimensionOrder && drawn.clocks == Clocks::kOne)
      mway_of(config).destinations = Destinations::kRelative;
    unsigned channels = 1;
    for (const unsigned extent : config.topology.extents) channels *= extent;
    if (channels > 24 || !config_error(config).empty()) continue;
    if (mway_of(config).fault && !MwayTopology(config.topology, mway_of(config).fault)
                                      .connected(mway_of(config).fault.channel, channels - 1))
      continue;
    validate(config);
    return config;
  }
}

}  // namespace wayfarer
