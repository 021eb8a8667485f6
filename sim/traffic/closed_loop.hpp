// Sources with a window: the next message is born when an outstanding one has arrived.
#pragma once

#include <cstdint>

#include "config/config.hpp"
#include "traffic/spec.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// The workload of a window, which the spec has. With a reply, a message is outstanding until its
/// reply arrives; else until its last flit arrives, of which the source learns at once. A batch
/// ends it. Throws UsageError for traffic that does not fit the network.
[[nodiscard]] Workload make_closed_loop(const NetworkConfig& config, const TrafficSpec& spec,
                                        std::uint64_t seed);

}  // namespace wayfarer
