// The networks whose netlists are in lockstep with the model: files in the folder netlists. To
// synthesize, verilate and compile one takes far longer than to run it, so that those in `small`, a
// family each, are small. Those in `large` have what these do not: dimensions, classes and phases,
// lanes, adaptive routing, multicast over several hops. `altered` has those whose LUTs are altered.
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "config/config.hpp"
#include "family/registry.hpp"

namespace wayfarer {

/// In the order of their names.
inline std::vector<NetworkConfig> netlist_networks(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(WAYFARER_NETLISTS_DIR) / folder))
    paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<NetworkConfig> networks;
  for (const std::string& path : paths) networks.push_back(load_config(path));
  return networks;
}

/// The small network of a family.
inline NetworkConfig small_netlist(const std::string& family) {
  for (const NetworkConfig& config : netlist_networks("small"))
    if (config.family() == family) return config;
  throw UsageError("no netlist of family " + family);
}

}  // namespace wayfarer
