// The InfiniBand subnet manager: computes the tables of all switches from the mesh and writes them
// through their management ports (Zhou et al.; docs/iba.md).
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"
#include "family/iba/management.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {

/// A message's destination is its DLID less one, for groups as for terminals.
static_assert(kFirstMulticastDestination == kFirstMulticastLid - 1);

/// The tables of all switches, as numbers for the management ports.
struct SubnetTables {
  /// By switch, then by entry.
  std::vector<std::vector<std::uint8_t>> forwarding;
  std::vector<std::vector<std::uint8_t>> multicast;
  std::vector<std::vector<std::uint8_t>> lanes;
  /// By arbitration_entry; no entries where ports pick virtual lanes by round robin.
  std::vector<std::vector<std::uint16_t>> arbitration;

  friend bool operator==(const SubnetTables& a, const SubnetTables& b) {
    return a.forwarding == b.forwarding && a.multicast == b.multicast && a.lanes == b.lanes &&
           a.arbitration == b.arbitration;
  }
};

/// XY forwarding, the groups' trees, and the virtual lanes and arbitration tables that the
/// configuration's keys select, the same at every port. A tree is the
/// union of the XY paths from its source to the members. Throws UsageError for nonexistent sources,
/// nonexistent or duplicate members, and more groups than a table holds.
[[nodiscard]] SubnetTables make_subnet_tables(const NetworkConfig& config,
                                              const std::vector<MulticastGroup>& groups);

/// Throws UsageError, naming switch, table and entry, for a nonexistent port, or if a packet would
/// have no virtual lane.
void check_subnet_tables(const NetworkConfig& config, const SubnetTables& tables);

/// Writes the entries that differ from a switch after reset.
void load_subnet_tables(const SubnetTables& tables, Management& management);

/// One line per entry that differs from the reset, starting with the switch's LID:
///   13 forwarding 24 north
///   13 multicast 0xc000 local,east
///   13 lanes 0 east 0,1       service level, port, virtual lanes
///   13 arbitration east low 2 1 7     port, table (high, low), entry, virtual lane, weight
///   13 arbitration east limit 10      port, limit of high priority (or: none)
[[nodiscard]] std::string subnet_tables_text(const NetworkConfig& config,
                                             const SubnetTables& tables);

/// Reads that text back. Throws UsageError naming `origin`, line and what would be legal.
[[nodiscard]] SubnetTables parse_subnet_tables(const NetworkConfig& config, const std::string& text,
                                               const std::string& origin);

/// Checks the entries that a run needs: a packet without an entry for its destination is dropped.
/// Throws UsageError naming the tables' file and its last line.
void refuse_missing_entries(const SubnetTables& tables, const std::string& text,
                            const std::string& origin);

}  // namespace wayfarer
