// Model of rtl/wormhole/wormhole_streams.sv: a network with AXI4-Streams at its terminals.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "config/schema.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// The model of a checked configuration. Routes are those of RommSource, from `router.seed` (RTL:
/// Seed; 1 where the configuration has none).
/// @throws UsageError  a header has no room for the source, a number of words is illegal, or
///                     `router.vc_classes` is not what the hardware has.
[[nodiscard]] std::unique_ptr<StreamNetwork> make_wormhole_streams(const NetworkConfig& config,
                                                                   const StreamSizes& sizes);

/// The parameters of wormhole_streams, from those of wormhole_network.
[[nodiscard]] RtlParameters wormhole_stream_parameters(const NetworkConfig& config,
                                                       const RtlParameters& network,
                                                       const StreamSizes& sizes);

}  // namespace wayfarer
