// How long traffic that ends by itself took, and what it could have taken.
#pragma once

#include <optional>

#include "runs/points.hpp"

namespace wayfarer {

struct Completion {
  Cycle cycles = 0;                 ///< To the last delivery.
  double bytes = 0;                 ///< Data bytes per terminal and cycle in that time.
  std::optional<Cycle> bound = {};  ///< Of collectives: the busiest terminal at one flit per cycle.
};

/// Of finished collectives and batches with a window; none of other runs.
[[nodiscard]] std::optional<Completion> completion_of(const Point& point,
                                                      const SimulationResult& result);

}  // namespace wayfarer
