// The common configuration of the virtual-channel routers on meshes and tori.
#pragma once

#include "config/config.hpp"
#include "core/types.hpp"

namespace wayfarer {

constexpr unsigned kMaxRouterSeed = 0x7fff'ffff;

/// Bits of a header's hops along a dimension: two's complement, the same for all dimensions.
[[nodiscard]] inline unsigned hop_width(const TopologyConfig& topology) {
  unsigned width = 2;
  for (const unsigned extent : topology.extents)
    while (1u << (width - 1) < extent) ++width;
  return width;
}

struct MeshConfig : FamilyConfig {
  unsigned phases = 1;      ///< Parts of a route, each in dimension order.
  unsigned vc_classes = 0;  ///< Classes of virtual channels; 0: as many as needed, one for each
                            ///< phase and dateline class. With fewer, the last one also
                            ///< serves as those missing: for studies of deadlock.
  unsigned virtual_channels = 1;  ///< Virtual channels per class, 1 to 8.
  unsigned depth = 2;             ///< Flits in a buffer, 1 to 128.
  unsigned injection_ports = 2;   ///< Injection ports per node, 1 to 16.
  unsigned ejection_ports = 2;
  unsigned seed = 0;  ///< Seed for the draws of routes and ports; 0: the run's seed.

  void use_seed(std::uint64_t run) override {
    if (seed == 0) seed = static_cast<unsigned>(run & kMaxRouterSeed);
  }
  [[nodiscard]] unsigned draw_seed() const override { return seed; }

  /// Bits of a header that routers read: the hops of all phases and, on a torus, `crossed`.
  [[nodiscard]] unsigned route_bits(const TopologyConfig& topology) const {
    const auto dimensions = static_cast<unsigned>(topology.extents.size());
    return phases * dimensions * hop_width(topology) + (topology.torus() ? 1 : 0);
  }
  /// A flit with a part of the message's number needs another one with all of it.
  [[nodiscard]] unsigned least_data_flits(const NetworkConfig& config) const override {
    return route_bits(config.topology) + kMessageIdBits > config.flit_bits ? 1 : 0;
  }

  /// The data bytes that a buffer holds after the header.
  [[nodiscard]] unsigned buffered_message_bytes(const NetworkConfig& config) const {
    return (depth - 1) * config.flit_bytes();
  }

  /// Classes of virtual channels that break the cycles of a dimension's links.
  [[nodiscard]] virtual unsigned dateline_classes(const TopologyConfig& topology) const {
    return topology.torus() ? 2 : 1;
  }
  /// Virtual channels of a link; the defaults must be filled.
  [[nodiscard]] virtual unsigned link_virtual_channels() const {
    return vc_classes * virtual_channels;
  }
  /// Identifiers that monitors show for the flits of a link.
  [[nodiscard]] virtual unsigned channel_drivers() const { return link_virtual_channels(); }
};

inline MeshConfig& mesh_of(NetworkConfig& config) { return config.part<MeshConfig>(); }
inline const MeshConfig& mesh_of(const NetworkConfig& config) { return config.part<MeshConfig>(); }

/// VC classes that keep a network from deadlock: one for each phase and dateline class.
[[nodiscard]] inline unsigned needed_vc_classes(const NetworkConfig& config) {
  return mesh_of(config).phases * mesh_of(config).dateline_classes(config.topology);
}

}  // namespace wayfarer
