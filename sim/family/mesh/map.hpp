// The links of the virtual-channel routers' networks.
#pragma once

#include "config/config.hpp"
#include "geometry/network_map.hpp"

namespace wayfarer {

[[nodiscard]] inline NetworkMap mesh_map(const NetworkConfig& config) {
  return link_map(Grid(config.topology));
}

}  // namespace wayfarer
