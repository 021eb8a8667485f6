// Model of rtl/cut_through/cut_through_streams.sv: a network with AXI4-Streams at its terminals.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "config/schema.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// The model of a checked configuration. Ways where both are equally long, and random policies, are
/// draws from `router.seed` (RTL: Seed; 1 where the configuration has none).
/// @throws UsageError  a header has no room for the source, a number of words is illegal, or
///                     `router.vc_classes` is not what the hardware has.
[[nodiscard]] std::unique_ptr<StreamNetwork> make_cut_through_streams(const NetworkConfig& config,
                                                                      const StreamSizes& sizes);

/// The parameters of cut_through_streams, from those of cut_through_network.
[[nodiscard]] RtlParameters cut_through_stream_parameters(const NetworkConfig& config,
                                                          const RtlParameters& network,
                                                          const StreamSizes& sizes);

}  // namespace wayfarer
