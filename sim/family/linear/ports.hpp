// The hosts' control port on a verilated network, and on both engines in lockstep.
#pragma once

#include "core/lockstep.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// Attaches PeriodicHosts built on the network's registers.
void attach_periodic_hosts(Network& rtl);

/// Attaches PeriodicHosts that program both engines and compare the deadline monitors in every
/// cycle.
void attach_periodic_hosts_in_lockstep(LockstepNetwork& network);

}  // namespace wayfarer
