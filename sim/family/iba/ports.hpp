// The switches' management port on a verilated mesh, and on both engines in lockstep.
#pragma once

#include "core/lockstep.hpp"
#include "core/network.hpp"
#include "family/iba/management.hpp"

namespace wayfarer {

/// The first register of a table in a verilated switch.
constexpr unsigned kTableAddressShift = 16;
/// The first entry of the arbitration tables, in the table that has the counters.
constexpr std::uint32_t kArbitrationOffset = 0x8000;

/// Attaches a Management built on the network's registers.
void attach_management(Network& rtl);

/// Registers of a verilated network for transfers that take steps, at a number that no switch has.
constexpr std::uint32_t kTransfers = kMaxSwitches;
enum class TransferRegister : std::uint32_t {
  kSwitch,   ///< To write, these three first:
  kAddress,  ///< {table, entry}
  kValue,    ///< Also what the transfer read.
  kBegin,    ///< 1: it writes.
  kBusy,     ///< To read,
  kLost,     ///< and whether one in an idle network did not end.
};

/// Attaches an InBandManagement built on these registers.
void attach_in_band(Network& rtl);

/// Attaches a Management that writes both engines' tables and compares their reads, and an
/// InBandManagement if they have it.
void attach_management_in_lockstep(LockstepNetwork& network);

}  // namespace wayfarer
