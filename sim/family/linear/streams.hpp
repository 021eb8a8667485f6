// Model of rtl/linear/linear_streams.sv: a network with AXI4-Streams at its terminals.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "config/schema.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// The model of a checked configuration. Hosts send to the server only, the server to the hosts.
/// @throws UsageError  an illegal number of words
[[nodiscard]] std::unique_ptr<StreamNetwork> make_linear_streams(const NetworkConfig& config,
                                                                 const StreamSizes& sizes);

/// The parameters of linear_streams, from those of linear_network.
[[nodiscard]] RtlParameters linear_stream_parameters(const NetworkConfig& config,
                                                     const RtlParameters& network,
                                                     const StreamSizes& sizes);

}  // namespace wayfarer
