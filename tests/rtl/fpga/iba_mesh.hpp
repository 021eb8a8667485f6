// The model of an InfiniBand mesh with on-chip traffic. The RTL's words have 64 bits, those of a
// configuration at least 128, which does not affect any counter.
#pragma once

#include "family/iba/config.hpp"
#include "family/iba/streams.hpp"
#include "onchip/network.hpp"

#include <vector>

namespace wayfarer {

inline NetworkConfig iba_mesh_config(const std::vector<unsigned>& extents = {2, 2}) {
  NetworkConfig config = iba_config();
  config.topology = {TopologyKind::kMesh, extents, 1};
  config.flit_bits = 128;
  config.message_bytes = 8 * config.flit_bytes();
  validate(config);
  return config;
}

inline OnchipNetwork iba_mesh(const std::vector<unsigned>& extents = {2, 2}) {
  return {make_iba_streams(iba_mesh_config(extents), stream_sizes(8)), 4, false, {}};
}

}  // namespace wayfarer
