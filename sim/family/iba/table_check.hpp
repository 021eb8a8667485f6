// Follows messages through the tables of all switches: what they reach, and what they wait for.
#pragma once

#include "family/family.hpp"
#include "family/iba/subnet_manager.hpp"

namespace wayfarer {

/// Messages from every terminal to every LID at each service level of the configuration, and to
/// every multicast group from every switch with an entry. A fault is a loop of switches, a dead
/// end, a terminal that is not the destination, or a switch that a group's packet reaches twice.
/// The graph's resources are the buffers of each virtual lane at the end of each link. The tables
/// are legal (check_subnet_tables); entries may be missing.
[[nodiscard]] TablesReport check_routes(const NetworkConfig& config, const SubnetTables& tables);

}  // namespace wayfarer
