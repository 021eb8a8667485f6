// The clocks of placed and routed designs: docs/results/fpga.json.
#pragma once

#include <vector>

namespace wayfarer {

struct PlacedClock {
  const char* design;
  double mhz;
};

[[nodiscard]] const std::vector<PlacedClock>& placed_clocks();

}  // namespace wayfarer
