// Random networks of wormhole routers small enough to verilate by the dozen.
#pragma once

#include <fmt/format.h>

#include "config/config.hpp"
#include "core/random.hpp"
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
  constexpr WormholeRoutingKind kRoutings[] = {WormholeRoutingKind::kRomm,
                                               WormholeRoutingKind::kDimensionOrder,
                                               WormholeRoutingKind::kValiant};
  constexpr unsigned kMostBuffers = 16;  // more take too long to compile
  const unsigned dimensions = number % 4 + 1;
  for (;;) {
    NetworkConfig config = wormhole_config();
    config.name = fmt::format("draw-wormhole-{}-{}", seed, number);
    config.topology.kind = number / 4 % 2 != 0 ? TopologyKind::kTorus : TopologyKind::kMesh;
    for (unsigned d = 0; d < dimensions; ++d) config.topology.extents.push_back(between(1, 5));
    wormhole_of(config).routing = kRoutings[between(0, 2)];
    mesh_of(config).phases =
        wormhole_of(config).routing == WormholeRoutingKind::kRomm ? between(2, 4) : 0;
    mesh_of(config).virtual_channels = between(1, 3);
    mesh_of(config).depth = between(1, 5);
    wormhole_of(config).pipeline = between(0, 2);
    wormhole_of(config).link_registers = between(0, 1) * between(0, 4);
    const bool whole = between(0, 2) == 0;
    mesh_of(config).injection_ports = between(1, 3);
    mesh_of(config).ejection_ports = between(1, 3);
    mesh_of(config).seed = between(1, 1000);
    config.flit_bits = 32u << between(0, 2);
    config.message_bytes = 40;
    if (whole) {
      wormhole_of(config).buffer_allocation = BufferAllocation::kMessage;
      wormhole_of(config).message_flits =
          between(0, 1) * (1 + config.data_flits(config.message_bytes));
      mesh_of(config).depth += config.data_flits(config.message_bytes);
    }
    if (config.terminals() < 3 || config.terminals() > 9 || !config_error(config).empty()) continue;
    validate(config);
    if (2 * dimensions * mesh_of(config).link_virtual_channels() <= kMostBuffers) return config;
  }
}

}  // namespace wayfarer
