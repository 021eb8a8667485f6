// Where a network's signals are in waves.
#pragma once

#include <string>
#include <vector>

namespace wayfarer {

struct WaveScopes {
  std::string top;                   ///< The network's module.
  std::vector<std::string> insides;  ///< Below it, of node {}.
};

}  // namespace wayfarer
