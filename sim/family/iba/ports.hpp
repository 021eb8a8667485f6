// The switches' management port on a verilated mesh, and on both engines in lockstep.
#pragma once

#include "core/lockstep.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// The first register of a table in a verilated switch.
constexpr unsigned kTableAddressShift = 16;
/// The first entry of the arbitration tables, in the table that has the counters.
constexpr std::uint32_t kArbitrationOffset = 0x8000;

/// Attaches a Management built on the network's registers.
void attach_management(Network& rtl);

/// Attaches a Management that writes both engines' tables and compares their reads.
void attach_management_in_lockstep(LockstepNetwork& network);

}  // namespace wayfarer
