// The configuration of a network whose headers a test writes and reads.
#pragma once

#include "family/mway/config.hpp"

namespace wayfarer::mway_test {

/// `relative`: destinations are offsets, not positions.
inline NetworkConfig config_of(const TopologyConfig& network, bool relative) {
  NetworkConfig config = mway_config();
  config.topology = network;
  if (relative) mway_of(config).destinations = Destinations::kRelative;
  return config;
}

}  // namespace wayfarer::mway_test
