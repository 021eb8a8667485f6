// Model of rtl/mway/streams/mway_streams.sv: a network with AXI4-Streams at its terminals.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "config/schema.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// The model of a checked configuration.
/// @throws UsageError  a message of the longest size has more bytes than a header can say, or a
///                     header has no room for the source.
[[nodiscard]] std::unique_ptr<StreamNetwork> make_mway_streams(const NetworkConfig& config,
                                                               const StreamSizes& sizes);

/// The parameters of mway_streams, from those of mway_network.
[[nodiscard]] RtlParameters mway_stream_parameters(const NetworkConfig& config,
                                                   const RtlParameters& network,
                                                   const StreamSizes& sizes);

}  // namespace wayfarer
