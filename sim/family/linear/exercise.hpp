// What messages do not reach in a client-server network: the hosts' own senders, their monitors and
// the server's responder.
#pragma once

#include <cstdint>
#include <functional>

#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// Resets the network, programs its hosts at random (PeriodicHosts), from a link loaded to three
/// times its capacity to one that is mostly idle, and steps it for this number of cycles, or until
/// `proceed` returns false for one. Demands of sporadic senders come at random, in bursts and
/// rarely. Returns the flits delivered; throws CheckFailed.
std::uint64_t exercise_linear(Network& network, const NetworkConfig& config, std::uint64_t seed,
                              Cycle cycles, const std::function<bool(Cycle)>& proceed = {});

}  // namespace wayfarer
