// Model of rtl/cut_through/cut_through_streams.sv: a network with AXI4-Streams at its terminals.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// The model of a checked configuration. Ways where both are equally long, and random policies, are
/// draws from `router.seed` (RTL: Seed; 1 where the configuration has none).
/// @throws UsageError  a header has no room for the source, a number of words is illegal, or
///                     `router.vc_classes` is not what the hardware has.
[[nodiscard]] std::unique_ptr<StreamNetwork> make_cut_through_streams(const NetworkConfig& config,
                                                                      const StreamSizes& sizes);

}  // namespace wayfarer
