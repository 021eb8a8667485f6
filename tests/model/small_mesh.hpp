// The 4x4 mesh of tests of the code around a network.
#pragma once

#include "family/mway/config.hpp"

namespace wayfarer {

inline NetworkConfig small_mesh() {
  NetworkConfig config = mway_config();
  config.name = "mesh";
  config.topology.extents = {4, 4};
  validate(config);
  return config;
}

}  // namespace wayfarer
