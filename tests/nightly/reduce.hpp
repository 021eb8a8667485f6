// Reduction of a failing run: fewer nodes, fewer cycles, fewer messages.
#pragma once

#include <functional>
#include <optional>

#include "config/config.hpp"
#include "stimulus.hpp"

namespace wayfarer {

/// Cycles until a run with these inputs fails, the failing one included; nothing if it passes.
using CyclesToFailure = std::function<std::optional<Cycle>(const Stimulus&)>;

/// Removes messages and other inputs as long as the rest fails, until none can be removed (Zeller's
/// ddmin): whole messages first, then single flits. `stimulus` must fail.
[[nodiscard]] Stimulus reduce_stimulus(Stimulus stimulus, const CyclesToFailure& cycles_to_failure);

/// Whether a check fails on a network; false for networks that cannot be run.
using NetworkFails = std::function<bool(const NetworkConfig&)>;

/// Makes extents, trees of switches and all numbers of the configuration smaller as long as the
/// network fails, until no single step does or `proceed` returns false. `config` must fail.
[[nodiscard]] NetworkConfig reduce_network(NetworkConfig config, const NetworkFails& fails,
                                           const std::function<bool()>& proceed);

}  // namespace wayfarer
