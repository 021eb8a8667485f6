// Multicast traffic and its unicast baseline (Zhou et al.): groups and messages.
#pragma once

#include <memory>
#include <vector>

#include "geometry/multicast_group.hpp"
#include "traffic/pattern.hpp"

namespace wayfarer {

/// Sources and members drawn from the seed, rounded, at least one of each; all groups have the same
/// size and are in the order of their sources. Throws UsageError if there is only one terminal.
[[nodiscard]] std::vector<MulticastGroup> draw_groups(const GroupsSpec& spec,
                                                      std::uint32_t terminals, std::uint64_t seed);

/// Throw UsageError if the network has too few terminals.
[[nodiscard]] std::unique_ptr<Pattern> make_multicast(const MulticastSpec& spec,
                                                      std::uint32_t terminals, std::uint64_t seed);
[[nodiscard]] std::unique_ptr<Pattern> make_copies(const CopiesSpec& spec, std::uint32_t terminals,
                                                   std::uint64_t seed);

}  // namespace wayfarer
