// Latency of a lone message in an m-way network after reset, in closed form.
#pragma once

#include <cstdint>

#include "config/config.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// Cycles from the cycle in which a message's header is offered to the one in which its tail is
/// delivered, both counted, in an empty network fresh from reset (every channel's current driver
/// is number 0), with exact Stat and a flit offered whenever the injection buffer is ready.
///
/// A message of n data flits over h routers crosses h + 1 channels. With a the number of channels
/// on the path whose first driver is not the message's (one cycle of arbitration each),
///
///   latency = 1 + (h + 1) + a + n      with at least two flits a buffer,
///   latency = 1 + (h + 1) + a + 2 n    with one: every second cycle moves a flit.
///
/// With two stages a channel takes three cycles, arbitration among them, and a buffer sends in
/// every second cycle:
///
///   latency = 1 + 3 (h + 1) + 2 n              with at least three flits a buffer, or h = 0 and
///   two, latency = 1 + 3 (h + 1) + 3 n - n mod 2    with two: after two flits the buffer is full,
///   latency = 1 + 3 (h + 1) + 6 n              with one; 4 n for h = 0.
///
/// With a clock for each channel, all of them equal, a flit waits two cycles more in each router,
/// for its pointer. The place of a flit in a router is free again six cycles after the flit came
/// in:
///
///   latency = 1 + (h + 1) + a + 2 h + n                      with at least six flits, or h = 0,
///   latency = 1 + (h + 1) + a + 2 h + 6 [n / D] + n mod D    with D flits, two or four.
///
/// With a fault, only for a path that crosses no channel twice.
[[nodiscard]] Cycle zero_load_latency(const NetworkConfig& config, TerminalId source,
                                      TerminalId destination, unsigned data_flits);

/// The same, computed flit by flit: flit i crosses channel k at
///   t(i, k) = max(t(i - 1, k) + 1, t(i, k - 1) + 1 [+ 1 for a header's arbitration],
///                 t(i - depth, k + 1) + 1),
/// with two stages
///   t(i, k) = max(t(i - 1, k) + 2, t(i, k - 1) + 3, t(i - depth, k + 1) + 3),
/// with a clock for each channel, from a router and into it,
///   t(i, k) = max(t(i - 1, k) + 1, t(i, k - 1) + 3 [+ 1], t(i - depth, k + 1) + 3).
[[nodiscard]] Cycle zero_load_latency_by_recurrence(const NetworkConfig& config, TerminalId source,
                                                    TerminalId destination, unsigned data_flits);

/// Whether a message steps aside of a fault and comes back over a channel, where its header waits
/// for its own data flits.
[[nodiscard]] bool crosses_a_channel_twice(const NetworkConfig& config, TerminalId source,
                                           TerminalId destination);

}  // namespace wayfarer
