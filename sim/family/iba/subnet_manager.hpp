// What an InfiniBand subnet manager does: it knows the mesh, computes the tables of all switches,
// and writes them through their management ports (Zhou et al.; docs/iba.md).
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"
#include "family/iba/management.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {

/// A message's destination is its DLID less one, as that of a terminal is.
static_assert(kFirstMulticastDestination == kFirstMulticastLid - 1);

/// The tables of all switches, as numbers that the management ports take.
struct SubnetTables {
  /// By switch, then by entry.
  std::vector<std::vector<std::uint8_t>> forwarding;
  std::vector<std::vector<std::uint8_t>> multicast;
  std::vector<std::vector<std::uint8_t>> lanes;

  friend bool operator==(const SubnetTables& a, const SubnetTables& b) {
    return a.forwarding == b.forwarding && a.multicast == b.multicast && a.lanes == b.lanes;
  }
};

/// XY forwarding, the groups' trees, and the virtual lanes that config.iba asks for. A tree is the union
/// of the XY ways from its source to the members. Throws UsageError for a member or source that there
/// is not, one that stands twice, and for more groups than a table holds.
[[nodiscard]] SubnetTables make_subnet_tables(const NetworkConfig& config,
                                              const std::vector<MulticastGroup>& groups);

/// Throws UsageError, naming switch, table and entry, for a port that there is not, or none where a packet
/// would have no virtual lane.
void check_subnet_tables(const NetworkConfig& config, const SubnetTables& tables);

/// Writes what differs from a switch after its reset.
void load_subnet_tables(const SubnetTables& tables, Management& management);

/// One line an entry that differs from the reset, with the switch's LID in front:
///   13 forwarding 24 north
///   13 multicast 0xc000 local,east
///   13 lanes 0 east 0,1       service level, port, virtual lanes
[[nodiscard]] std::string subnet_tables_text(const NetworkConfig& config,
                                             const SubnetTables& tables);

/// Reads that text back. Throws UsageError naming `origin`, line and what would be legal.
[[nodiscard]] SubnetTables parse_subnet_tables(const NetworkConfig& config, const std::string& text,
                                               const std::string& origin);

/// What a run needs: without an entry for its destination a packet is dropped on its way. Throws
/// UsageError naming the file, of which these tables are, and its last line.
void refuse_missing_entries(const SubnetTables& tables, const std::string& text,
                            const std::string& origin);

}  // namespace wayfarer
