// Traffic of a SynFull model: coherence transactions between caches and directories.
#pragma once

#include <cstdint>
#include <string>

#include "config/config.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// A workload without end. The model's nodes are the terminals of the same numbers; if the network
/// has fewer, but half as many, a cache and its directory share a terminal, and messages between
/// the two arrive when they are born. Throws UsageError for models that do not fit the network.
[[nodiscard]] Workload make_synfull_workload(const std::string& path, const NetworkConfig& config,
                                             std::uint64_t seed);

}  // namespace wayfarer
