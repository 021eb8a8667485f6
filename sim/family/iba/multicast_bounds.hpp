// How long multicast messages or their unicast copies take at least on an InfiniBand mesh.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "family/iba/mesh.hpp"
#include "family/iba/subnet_manager.hpp"

namespace wayfarer {

/// Cycles that one message from the source of each group takes at least: a link moves a flit a
/// cycle.
struct MulticastBounds {
  std::uint64_t injection = 0;  ///< Flits of the terminal that sends most.
  std::uint64_t delivery = 0;   ///< Flits of the terminal that gets most.
  std::uint64_t bisection = 0;  ///< Flits over the middle, in one direction, for each of its links.

  [[nodiscard]] std::uint64_t greatest() const {
    return std::max({injection, delivery, bisection});
  }
};

/// `flits` of a message; `copies`: sent to each member by itself.
[[nodiscard]] MulticastBounds multicast_bounds(const IbaMesh& mesh,
                                               const std::vector<MulticastGroup>& groups,
                                               unsigned flits, bool copies);

}  // namespace wayfarer
