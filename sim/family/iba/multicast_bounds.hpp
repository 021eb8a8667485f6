// Lower bounds on the time of multicast messages, or of their unicast copies, on an InfiniBand
// mesh.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "family/iba/mesh.hpp"
#include "family/iba/subnet_manager.hpp"

namespace wayfarer {

/// Minimum cycles of one message from the source of each group: a link moves one flit per cycle.
struct MulticastBounds {
  std::uint64_t injection = 0;  ///< Flits of the terminal that sends the most.
  std::uint64_t delivery = 0;   ///< Flits of the terminal that receives the most.
  std::uint64_t bisection = 0;  ///< Flits over the middle, in one direction, for each of its links.

  [[nodiscard]] std::uint64_t greatest() const {
    return std::max({injection, delivery, bisection});
  }
};

/// `flits`: of a message; `copies`: sent to each member separately.
[[nodiscard]] MulticastBounds multicast_bounds(const IbaMesh& mesh,
                                               const std::vector<MulticastGroup>& groups,
                                               unsigned flits, bool copies);

}  // namespace wayfarer
