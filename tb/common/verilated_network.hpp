// A verilated network as a Network: loads the shared library made by a build.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/network.hpp"

namespace wayfarer {

/// Where a network's signals are in waves.
struct WaveScopes {
  std::string top;                   ///< The top module.
  std::vector<std::string> insides;  ///< Below it, of node {}.
};

/// Loads `library` and makes one network of it, whose senders draw by `seed`. Throws UsageError
/// when the library cannot be loaded or has another version of the interface.
[[nodiscard]] std::unique_ptr<Network> load_verilated_network(const std::string& library,
                                                              const std::string& name,
                                                              unsigned seed = 0,
                                                              const WaveScopes& scopes = {});

}  // namespace wayfarer
