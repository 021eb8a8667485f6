// Forwarding, multicast and lane tables of all switches, and the lookup of a header in them: model
// of rtl/iba/iba_tables.sv.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "family/iba/management.hpp"
#include "family/iba/mesh.hpp"
#include "family/kit/mask.hpp"

namespace wayfarer::iba {

class SwitchTables {
 public:
  SwitchTables(const IbaMesh& mesh, unsigned groups, unsigned lanes)
      : mesh_(mesh), groups_(groups), lanes_(lanes) {
    reset();
  }

  void reset() {
    const auto fill = [&](IbaTable which, std::uint32_t entries, unsigned value, unsigned bits) {
      table(which) = {std::vector<std::uint8_t>(std::size_t{mesh_.switches()} * entries,
                                                static_cast<std::uint8_t>(value)),
                      entries, static_cast<std::uint8_t>(kit::bit(bits) - 1)};
    };
    fill(IbaTable::kForwarding, mesh_.switches() + 1, kUnknownPort, 3);
    fill(IbaTable::kMulticast, groups_, 0, kIbaPorts);
    fill(IbaTable::kLanes, kServiceLevels * kPortsOfLanes, 1, lanes_);
  }

  /// As Management::write and ::read; other tables have no entries here.
  void write(TerminalId at, IbaTable which, std::uint32_t entry, std::uint32_t value) {
    if (!has_entry(which, entry)) return;
    Table& into = table(which);
    into.values[at * into.entries + entry] = static_cast<std::uint8_t>(value & into.mask);
  }
  [[nodiscard]] std::uint32_t read(TerminalId at, IbaTable which, std::uint32_t entry) const {
    return has_entry(which, entry) ? table(which).values[at * table(which).entries + entry] : 0;
  }

  /// Virtual lanes of a service level, port by port.
  [[nodiscard]] kit::Mask lanes_of(TerminalId at, std::uint32_t level) const {
    const Table& from = table(IbaTable::kLanes);
    const std::uint8_t* const entries = &from.values[at * from.entries + level * kPortsOfLanes];
    kit::Mask lanes = 0;
    for (unsigned port = 0; port < kIbaPorts; ++port)
      lanes |= kit::Mask{entries[port]} << port * lanes_;
    return lanes;
  }

  /// Output ports of a packet that may use these virtual lanes; none if the tables name a port off
  /// the mesh, or one without a virtual lane for it.
  [[nodiscard]] kit::Mask ports(TerminalId at, std::uint32_t lid, kit::Mask lanes) const {
    kit::Mask ports = 0;
    if (lid >= kFirstMulticastLid)
      ports = read(at, IbaTable::kMulticast, lid - kFirstMulticastLid);
    else if (const Table& forwarding = table(IbaTable::kForwarding); lid < forwarding.entries)
      ports = kit::bit(forwarding.values[at * forwarding.entries + lid]);
    for (kit::Mask left = ports; left != 0; left &= left - 1) {
      const unsigned port = kit::lowest_bit(left);
      if (port >= kIbaPorts) return 0;  // unknown
      if (port != 0 && !mesh_.has_link(at, static_cast<IbaPort>(port))) return 0;
      if ((lanes >> port * lanes_ & (kit::bit(lanes_) - 1)) == 0) return 0;
    }
    return ports;
  }

 private:
  struct Table {
    std::vector<std::uint8_t> values;
    std::uint32_t entries = 0;  ///< Entries per switch.
    std::uint8_t mask = 0;      ///< Mask of the bits that an entry holds.
  };

  /// A service level's entries are those of the five ports.
  [[nodiscard]] bool has_entry(IbaTable which, std::uint32_t entry) const {
    if (which > IbaTable::kLanes) return false;
    return entry < table(which).entries &&
           (which != IbaTable::kLanes || entry % kPortsOfLanes < kIbaPorts);
  }

  [[nodiscard]] Table& table(IbaTable which) { return tables_[static_cast<unsigned>(which)]; }
  [[nodiscard]] const Table& table(IbaTable which) const {
    return tables_[static_cast<unsigned>(which)];
  }

  const IbaMesh& mesh_;
  const unsigned groups_;
  const unsigned lanes_;
  std::array<Table, 3> tables_;  ///< By IbaTable, up to kLanes.
};

}  // namespace wayfarer::iba
