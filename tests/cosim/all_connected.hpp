// Networks in which a fault leaves a route for every pair of terminals.
#pragma once

#include "config/config.hpp"
#include "family/registry.hpp"

namespace wayfarer {

/// Whether there is a route from every terminal to every other.
inline bool all_connected(const NetworkConfig& config) {
  const Connected connected = family_of(config).connected(config);
  if (!connected) return true;
  for (TerminalId from = 0; from < config.terminals(); ++from)
    for (TerminalId to = 0; to < config.terminals(); ++to)
      if (!connected(from, to)) return false;
  return true;
}

}  // namespace wayfarer
