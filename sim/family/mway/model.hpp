// Cycle model of a k-ary m-way network of switch-free routers: the twin of rtl/mway, equal to it
// in every cycle. The rules are those of docs/mway.md.
#pragma once

#include <memory>
#include <vector>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// The model of a checked configuration (`validate`).
[[nodiscard]] std::unique_ptr<Network> make_mway_model(const NetworkConfig& config);

/// The model of a multicast network; make_mway_model also makes it.
[[nodiscard]] std::unique_ptr<Network> make_mway_multicast_model(const NetworkConfig& config);

/// The model of a guarded network, likewise. It is an MwayUpsets.
[[nodiscard]] std::unique_ptr<Network> make_mway_guarded_model(const NetworkConfig& config);

/// The model of a network with a clock for each channel, which make_mway_model also makes.
[[nodiscard]] std::unique_ptr<Network> make_mway_clocks_model(const NetworkConfig& config);

/// The model of a network with candidates; make_mway_model also makes it.
[[nodiscard]] std::unique_ptr<Network> make_mway_adaptive_model(const NetworkConfig& config);

/// The model of a network for single destinations, in dimension order and without ages, with the
/// members of a channel in another order on the ring of priorities (all ways, each once): for the
/// study of what the paper's order of identifiers does. It has no RTL, whose identifiers are pins.
/// With exact Stat and early freeing.
[[nodiscard]] std::unique_ptr<Network> make_mway_ring_study(const NetworkConfig& config,
                                                            const std::vector<unsigned>& order);

}  // namespace wayfarer
