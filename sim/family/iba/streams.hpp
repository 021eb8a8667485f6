// Model of rtl/iba/iba_streams.sv: a network with AXI4-Streams at its terminals, whose tables load
// themselves.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "config/schema.hpp"
#include "geometry/multicast_group.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// The model of a checked configuration, with XY routing, `router.lane_use`, the multicast tables
/// of `groups` and the tables of `router.arbitration`; the RTL gets the latter two by its
/// management port. The longest message is that of `sizes`, in place of `traffic.message_bytes`. A
/// word's terminal is TDEST: a terminal's number or a DLID.
/// @throws UsageError  a number of words is illegal, a buffer or a packet does not hold that
///                     message, or `router.lifetime`, `router.hop_limit`, `router.replication` or
///                     `traffic.levels_by` is not what networks with streams have.
[[nodiscard]] std::unique_ptr<StreamNetwork> make_iba_streams(
    const NetworkConfig& config, const StreamSizes& sizes,
    const std::vector<MulticastGroup>& groups);
[[nodiscard]] inline std::unique_ptr<StreamNetwork> make_iba_streams(const NetworkConfig& config,
                                                                     const StreamSizes& sizes) {
  return make_iba_streams(config, sizes, {});
}

/// Cycles after a reset until the RTL has loaded its tables.
[[nodiscard]] unsigned iba_bring_up_cycles(const NetworkConfig& config);

/// The parameters of iba_streams, from those of iba_network.
[[nodiscard]] RtlParameters iba_stream_parameters(const NetworkConfig& config,
                                                  const RtlParameters& network,
                                                  const StreamSizes& sizes);

}  // namespace wayfarer
