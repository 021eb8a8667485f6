// The subnet manager's view of an InfiniBand switch: tables to write and counters to read.
#pragma once

#include <cstdint>

#include "core/control_port.hpp"

namespace wayfarer {

/// A switch's tables, in the order of their addresses (docs/iba.md).
enum class IbaTable : std::uint8_t {
  kForwarding = 0,   ///< By LID: a port, or kUnknownPort.
  kMulticast = 1,    ///< By multicast LID less kFirstMulticastLid: ports, bit by bit; 0: unknown.
  kLanes = 2,        ///< By kPortsOfLanes * service level + port: virtual lanes, bit by bit.
  kCounters = 3,     ///< Read only.
  kArbitration = 4,  ///< By arbitration_entry: an ArbitrationTurn, or a limit; with such tables.
};

[[nodiscard]] constexpr const char* table_name(IbaTable table) {
  constexpr const char* kNames[] = {"forwarding", "multicast", "lanes", "counters", "arbitration"};
  return kNames[static_cast<unsigned>(table) % 5];
}

/// Entries of IbaTable::kCounters.
enum class IbaCounter : std::uint8_t { kDiscarded = 0, kForwarded = 1 };

constexpr unsigned kUnknownPort = 7;
constexpr unsigned kServiceLevels = 16;
constexpr unsigned kPortsOfLanes = 8;  ///< A power of two, of which five are used.
constexpr std::uint32_t kFirstMulticastLid = 0xC000;

/// The VL arbitration tables of an output port, and after them its limit of high priority.
enum class ArbitrationPart : std::uint8_t { kHigh = 0, kLow = 1, kLimit = 2 };
constexpr unsigned kMostTurns = 64;  ///< Entries of an arbitration table.
constexpr unsigned kArbitrationEntries =
    1280;  ///< Entries of IbaTable::kArbitration: 256 per port.
constexpr unsigned kNoLimit = 255;

[[nodiscard]] constexpr std::uint32_t arbitration_entry(unsigned port, ArbitrationPart part,
                                                        unsigned number) {
  return port << 8 | static_cast<unsigned>(part) << 6 | number;
}
[[nodiscard]] constexpr unsigned port_of_arbitration(std::uint32_t entry) { return entry >> 8; }
[[nodiscard]] constexpr ArbitrationPart part_of_arbitration(std::uint32_t entry) {
  return static_cast<ArbitrationPart>(entry >> 6 & 3);
}
[[nodiscard]] constexpr unsigned number_of_arbitration(std::uint32_t entry) { return entry & 63; }

/// Whether tables of so many entries have this one; 0: there are no tables.
[[nodiscard]] constexpr bool has_arbitration_entry(unsigned entries, std::uint32_t entry) {
  if (entries == 0 || entry >= kArbitrationEntries) return false;
  const ArbitrationPart part = part_of_arbitration(entry);
  return number_of_arbitration(entry) < (part == ArbitrationPart::kLimit ? 1 : entries) &&
         part <= ArbitrationPart::kLimit;
}

/// An entry of an arbitration table: a virtual lane and its weight in units of 64 bytes.
struct ArbitrationTurn {
  unsigned lane = 0;    ///< 0 to 15
  unsigned weight = 0;  ///< 0 to 255; 0: the entry is skipped.

  [[nodiscard]] static constexpr ArbitrationTurn of(std::uint32_t value) {
    return {value & 15, value >> 4 & 255};
  }
  [[nodiscard]] constexpr std::uint32_t value() const { return weight << 4 | lane; }
};
constexpr std::uint32_t kMaxSwitches = 1u << 14;  ///< The range of a management address.
static_assert(kMaxSwitches < kFirstMulticastLid);

/// The management port of a network of InfiniBand switches. Used after a reset and before the first
/// step; a reset empties the tables.
class Management : public ControlPort {
 public:
  /// Values beyond the table's width are truncated; writes to nonexistent entries are ignored.
  virtual void write(std::uint32_t at, IbaTable table, std::uint32_t entry,
                     std::uint32_t value) = 0;

  /// Returns 0 for nonexistent entries.
  [[nodiscard]] virtual std::uint32_t read(std::uint32_t at, IbaTable table,
                                           std::uint32_t entry) = 0;
};

}  // namespace wayfarer
