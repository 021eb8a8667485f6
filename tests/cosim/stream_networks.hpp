// Small networks with streams, one of each family: the files in the folder streams. Their keys have
// values other than the defaults, so that a parameter which does not reach the hardware shows.
#pragma once

#include <string>

#include "config/config.hpp"
#include "family/registry.hpp"

namespace wayfarer {

inline NetworkConfig stream_network(const std::string& family) {
  return load_config(std::string(WAYFARER_STREAMS_DIR) + "/" + family + ".toml");
}

}  // namespace wayfarer
