// The model of a 2x2 InfiniBand mesh with on-chip traffic. The RTL's words have 64 bits, those of a
// configuration at least 128, which does not affect any counter.
#pragma once

#include "family/iba/config.hpp"
#include "family/iba/streams.hpp"
#include "onchip/network.hpp"

namespace wayfarer {

inline OnchipNetwork iba_mesh() {
  NetworkConfig config = iba_config();
  config.topology = {TopologyKind::kMesh, {2, 2}, 1};
  config.flit_bits = 128;
  config.message_bytes = 8 * config.flit_bytes();
  validate(config);
  return {make_iba_streams(config, stream_sizes(8)), 4, false, {}};
}

}  // namespace wayfarer
