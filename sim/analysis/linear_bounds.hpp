// Bounds of the linear client-server network that hold for every schedule: any lengths, any
// periods, lines and trees. They count without hops, as the paper does: the response in the
// network, from the release of a message to the delivery of its tail, is at most the bound plus
// hops - 1.
//
// A message is due in cycle release + hops; the server's link is busy in a cycle in which a flit
// crosses switch 0. A flit in a buffer of the switch at distance D in cycle t makes the link busy
// in cycle t + D - 1: it crosses, or another does, or the next buffer is full and does not move,
// and then the same holds there one cycle later. So from the cycle in which a message is due until
// its tail is delivered the link is never idle.
//
// Busy period. With no message waiting that is overdue, whatever crosses in the next t cycles
// became due in them, at most sum ceil(t / p_k) e_k flits. The least t > 0 for which that is at
// most t bounds every response, whatever the arbitration.
//
// One message ahead. Let host h stand at switch s of distance H, release in cycle r and deliver in
// cycle r + R. When its header is in the buffer (r + 1), at most one message from the other input
// of s goes first, since the earlier header does: at most e_m flits, m being the longest one there.
// What else crosses the link in those R cycles are e_h flits; flits of the hosts that are not
// behind s; and what the H - 1 buffers between s and the server held, one flit each, where an empty
// one stands for at most one idle cycle. So R - (H - 1) <= W for
//   W = e_m + e_h + sum over k not behind s of n_k e_k,
// where n_k messages of host k, each bounded by B_k, can cross in the time:
//   n_k <= ceil((W + B_k + H - 2) / p_k), and not more than ceil(L / p_k) in a busy period of L.
// (A busy period that begins in cycle r + D, 1 < D <= H, finds nothing overdue: then D - 1 of those
// buffers and cycles drop out of the count together, and the sum stays the same.)
// That needs the host's own message before to be out of the way, which W <= p_h ensures.
#pragma once

#include <vector>

#include "topology/linear_topology.hpp"

namespace wayfarer {

/// A host's periodic message.
struct PeriodicMessage {
  Cycle period = 1;
  Cycle flits = 1;
};

/// Greatest number of cycles for which the server's link can be busy without a pause, or kNever
/// when the link is overloaded (or so nearly that the count is given up).
[[nodiscard]] Cycle busy_period(const std::vector<PeriodicMessage>& messages);

/// For each host, the least of the busy period, `known` (kNever where nothing is known) and the
/// bound by one message ahead.
[[nodiscard]] std::vector<Cycle> proven_bounds(const LinearTopology& topology,
                                               const std::vector<PeriodicMessage>& messages,
                                               const std::vector<Cycle>& known);

/// Flits of the longest message behind an input; 0 when there is none.
[[nodiscard]] Cycle longest_behind(const LinearTopology& topology, SwitchInput input,
                                   const std::vector<Cycle>& flits);

/// Whether the host's messages pass the switch.
[[nodiscard]] bool behind_switch(const LinearTopology& topology, SwitchId at, HostId host);

}  // namespace wayfarer
