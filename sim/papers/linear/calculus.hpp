// Bounds of other theories for a line of hosts, with messages of e_k flits in periods p_k: what a
// designer would compute who does not know this switch. All count no hops, as the paper.
//
// Network calculus, arbitrary multiplexing: each host is a token bucket of burst e_k and rate
// e_k / p_k, each switch a server of one flit per cycle.
//   - Separate flow analysis (SFA): at each switch the flow gets what the others leave, and their
//     bursts are paid at each switch again.
//   - Pay multiplexing only once (PMOO): the flow gets what the others leave of the whole path, and
//     the burst of each is paid where it joins.
// J. Schmitt, F. Zdarsky, M. Fidler, "Delay Bounds under Arbitrary Multiplexing: When Network
// Calculus Leaves You in the Lurch ...", INFOCOM 2008; J. Schmitt, F. Zdarsky, I. Martinovic,
// "Improving Performance Bounds in Feed-Forward Networks by Paying Multiplexing Only Once", MMB
// 2008.
//
// Asynchronous traffic shaping (TSN, IEEE 802.1Qcr): each switch stores a message, and shapes each
// flow to its token bucket again. All bursts of a switch are then those of the sources, and a
// message waits there for one of each other flow at most. J. Specht, S. Samii, "Urgency-Based
// Scheduler for Time-Sensitive Switched Ethernet Networks", ECRTS 2016; that shaping again costs no
// more: J.-Y. Le Boudec, "A Theory of Traffic Regulators for Deterministic Networks with
// Application to Interleaved Regulators", IEEE/ACM Transactions on Networking 26 (6), 2018.
#pragma once

#include <vector>

#include "family/linear/bounds.hpp"

namespace wayfarer {

/// Greatest delay of each host's messages, by host. Infinite if the server's link is overloaded.
[[nodiscard]] std::vector<double> separate_flow_bounds(const std::vector<PeriodicMessage>& line);
[[nodiscard]] std::vector<double> pay_once_bounds(const std::vector<PeriodicMessage>& line);
[[nodiscard]] std::vector<double> shaper_bounds(const std::vector<PeriodicMessage>& line);

}  // namespace wayfarer
