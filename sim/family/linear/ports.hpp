// The hosts' control port in front of a verilated network, and of both engines in lockstep.
#pragma once

#include "core/lockstep.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// Attaches PeriodicHosts made of the network's registers.
void attach_periodic_hosts(Network& rtl);

/// Attaches PeriodicHosts that program both engines and compare the deadline monitors in every
/// cycle.
void attach_periodic_hosts_in_lockstep(LockstepNetwork& network);

}  // namespace wayfarer
