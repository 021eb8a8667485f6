// The switches' management port in front of a verilated mesh, and of both engines in lockstep.
#pragma once

#include "core/lockstep.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// Where the entries of a table begin among a verilated switch's registers.
constexpr unsigned kTableAddressShift = 16;

/// Attaches a Management made of the network's registers.
void attach_management(Network& rtl);

/// Attaches a Management that writes both engines' tables and compares what is read.
void attach_management_in_lockstep(LockstepNetwork& network);

}  // namespace wayfarer
