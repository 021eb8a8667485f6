// Random m-way networks small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "all_connected.hpp"
#include "config/config.hpp"
#include "core/random.hpp"
#include "family/mway/config.hpp"

namespace wayfarer {

/// Network `number` of a seed's sequence: all variants that exist as hardware in turn, and the rest
/// drawn until it goes with the variant: dimensions, extents, processors, buffers, depths, freeing,
/// Stat, configuration, fault, classes, destinations and flit width; at most 24 channels.
inline NetworkConfig draw_mway(std::uint64_t seed, std::uint32_t number) {
  constexpr unsigned kVariants = 8;
  constexpr unsigned kMostChannels = 24;
  Random random(seed, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  for (;;) {
    NetworkConfig config = mway_config();
    config.name = fmt::format("draw-mway-{}-{}", seed, number);
    MwayConfig& router = mway_of(config);
    router.variant = static_cast<MwayVariant>(number % kVariants);
    config.topology.kind = static_cast<TopologyKind>(between(0, 1));
    const bool torus = config.topology.torus();
    const unsigned dimensions = between(1, 4);
    for (unsigned d = 0; d < dimensions; ++d)
      config.topology.extents.push_back(between(torus ? 2 : 1, 5));
    config.topology.processors = between(1, 4);
    router.stat = static_cast<Stat>(between(0, 2));
    router.freeing = static_cast<Freeing>(between(0, 1));
    router.configuration = static_cast<Configuration>(between(0, 1));
    router.destinations = static_cast<Destinations>(between(0, 1));
    router.buffers = between(0, 3) != 0 ? between(1, 5) : between(6, 16);
    router.depth = between(1, 5);
    config.flit_bits = 32u << between(0, 2);
    config.message_bytes = between(0, 5) * config.flit_bytes();
    // A dead router that has a way around it; most are refused below, for want of it or of pins.
    if (between(0, 1) != 0 && dimensions > 1)
      router.fault = {MwayDead::kRouter, between(0, 3), between(0, dimensions - 1)};
    if ((torus || router.fault) && router.buffers > 1)
      router.classes = split_classes(router.buffers, between(1, router.buffers - 1));
    if (router.variant == MwayVariant::kAged) router.age_shift = between(1, 6);
    if (has_groups(router.variant)) router.depth = 0;
    if (has_candidates(router.variant)) {
      router.buffers = between(2, 6);
      for (unsigned& buffers : router.classes) buffers = between(0, (1u << router.buffers) - 1);
    }
    if (router.variant == MwayVariant::kBalanced || !torus) router.classes[2] = 0;
    if (router.variant == MwayVariant::kClocked) {
      router.depth = 2u << between(0, 2);
      router.clock_spread = between(0, 300);
      router.clock_skew = between(0, 100);
    }
    if (config.topology.nodes() > kMostChannels || !config_error(config).empty()) continue;
    if (!all_connected(config)) continue;
    validate(config);
    return config;
  }
}

}  // namespace wayfarer
