// Model of rtl/deflection/deflection_streams.sv: a network with AXI4-Streams at its terminals.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "config/schema.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// The model of a checked configuration. Its flits are as wide as the RTL's, whatever `flit.bits`
/// is: a word of the streams and the fields of deflection_pkg::stream_header.
/// @throws UsageError  an illegal number of words
[[nodiscard]] std::unique_ptr<StreamNetwork> make_deflection_streams(const NetworkConfig& config,
                                                                     const StreamSizes& sizes);

/// The parameters of deflection_streams, from those of deflection_network.
[[nodiscard]] RtlParameters deflection_stream_parameters(const NetworkConfig& config,
                                                         const RtlParameters& network,
                                                         const StreamSizes& sizes);

}  // namespace wayfarer
