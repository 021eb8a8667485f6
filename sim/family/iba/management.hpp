// The subnet manager's view of an InfiniBand switch: tables to write and counters to read.
#pragma once

#include <cstdint>

#include "core/control_port.hpp"

namespace wayfarer {

/// A switch's tables, in the order of their addresses (docs/iba.md).
enum class IbaTable : std::uint8_t {
  kForwarding = 0,  ///< By LID: a port, or kUnknownPort.
  kMulticast = 1,   ///< By multicast LID less kFirstMulticastLid: ports, bit by bit; 0: unknown.
  kLanes = 2,       ///< By kPortsOfLanes * service level + port: virtual lanes, bit by bit.
  kCounters = 3,    ///< Read only.
};

[[nodiscard]] constexpr const char* table_name(IbaTable table) {
  constexpr const char* kNames[] = {"forwarding", "multicast", "lanes", "counters"};
  return kNames[static_cast<unsigned>(table) % 4];
}

/// Entries of IbaTable::kCounters.
enum class IbaCounter : std::uint8_t { kDiscarded = 0, kForwarded = 1 };

constexpr unsigned kUnknownPort = 7;
constexpr unsigned kServiceLevels = 16;
constexpr unsigned kPortsOfLanes = 8;  ///< A power of two, of which five are used.
constexpr std::uint32_t kFirstMulticastLid = 0xC000;
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
