// Traffic of a Netrace file: packets that wait for the deliveries of others.
#pragma once

#include <string>

#include "config/config.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// A workload of the file's packets between terminals of its nodes' numbers. A packet is born in
/// its cycle, or in the cycle after the last of the packets that it waits for has arrived. Packets
/// of a node to itself, and those that are no messages, arrive when they are born. The file is read
/// while the run goes on. Throws UsageError for files that do not fit the network.
[[nodiscard]] Workload make_netrace_workload(const std::string& path, const NetworkConfig& config);

}  // namespace wayfarer
