// Bounds of the linear client-server network for every schedule: any lengths, any periods, lines
// and trees. They exclude hops, as the paper does: the response in the network, from the release of
// a message to the delivery of its tail, is at most the bound plus hops - 1.
// docs/linear-schedules.md, section 5, has the proofs.
//
// Busy period: the least t > 0 for which sum ceil(t / p_k) e_k flits fit into t cycles bounds every
// response, whatever the arbitration.
//
// One message ahead: for a host h at switch s of distance H, with e_m the longest message at the
// other input of s, the least W with
//   W = e_m + e_h + sum over hosts k not behind s of n_k e_k,
//   n_k = min(ceil((W + B_k + H - 2) / p_k), ceil(L / p_k)),
// where B_k is any bound of host k and L the busy period; if W <= p_h. With buffers of q flits each
// of the H - 1 buffers ahead can hold q - 1 flits more: W grows by (q - 1) (H - 1).
#pragma once

#include <vector>

#include "family/linear/topology.hpp"

namespace wayfarer {

/// A host's periodic message.
struct PeriodicMessage {
  Cycle period = 1;
  Cycle flits = 1;
};

/// Greatest number of cycles for which the server's link can be busy without a pause, or kNever
/// when the link is overloaded (or so close to it that the computation gives up).
[[nodiscard]] Cycle busy_period(const std::vector<PeriodicMessage>& messages);

/// For each host, the smallest of the busy period, `known` (kNever if there is none) and the bound
/// by one message ahead. For switches with buffers of `depth` flits: of one flit with refill, of
/// more flits with or without it.
[[nodiscard]] std::vector<Cycle> proven_bounds(const LinearTopology& topology,
                                               const std::vector<PeriodicMessage>& messages,
                                               const std::vector<Cycle>& known, Cycle depth = 1);

/// Flits of the longest message that arrives at an input; 0 when there is none.
[[nodiscard]] Cycle longest_behind(const LinearTopology& topology, SwitchInput input,
                                   const std::vector<Cycle>& flits);

/// Whether the host's messages pass the switch.
[[nodiscard]] bool behind_switch(const LinearTopology& topology, SwitchId at, HostId host);

}  // namespace wayfarer
