// The layout of the virtual-channel routers' headers on the data lines: the C++ counterpart of
// `mesh_pkg` (rtl/mesh/mesh_pkg.sv).
#pragma once

#include <algorithm>

#include "core/types.hpp"
#include "family/mesh/config.hpp"

namespace wayfarer {

/// From bit 0 upwards: hops left of each dimension of each phase, on a torus a bit `crossed`, then
/// the message's number, which routers ignore: all of it, or the low bits that a narrow flit has
/// room for.
struct VcHeader {
  unsigned dimensions;
  unsigned phases;
  bool torus;
  unsigned hop_width;  ///< Two's complement; the same for all dimensions.
  unsigned id_bits;    ///< Width of the message's number.

  explicit VcHeader(const NetworkConfig& config)
      : dimensions(static_cast<unsigned>(config.topology.extents.size())),
        phases(mesh_of(config).phases),
        torus(config.topology.kind == TopologyKind::kTorus),
        hop_width(wayfarer::hop_width(config.topology)),
        id_bits(std::min(config.flit_bits - std::min(config.flit_bits, message_offset()),
                         kMessageIdBits)) {}

  [[nodiscard]] unsigned hop_offset(unsigned phase, unsigned dimension) const {
    return (phase * dimensions + dimension) * hop_width;
  }
  [[nodiscard]] unsigned message_offset() const { return hop_offset(phases, 0) + (torus ? 1 : 0); }
  [[nodiscard]] MessageId id_mask() const { return (MessageId{1} << id_bits) - 1; }
};

}  // namespace wayfarer
