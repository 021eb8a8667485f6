// The rates of a run in the unit of its load.
#pragma once

#include <string>

#include "runs/points.hpp"

namespace wayfarer {

struct Rates {
  std::string unit;  ///< unit_text of the load.
  double offered = 0;
  double accepted = 0;
  double accepted_half_width = 0;  ///< Of the 95 % confidence interval; may be infinite.
};
[[nodiscard]] Rates rates_of(const Point& point, const SimulationResult& result);

/// Whether rates are in flits per terminal and cycle, as networks count them.
[[nodiscard]] bool plain(const Load& load);

/// A rate as text for people.
[[nodiscard]] std::string rate_text(double rate, const Load& load);

/// Nanoseconds per cycle if the network has a clock, else 1.
[[nodiscard]] double latency_factor(const Load& load);
/// "ns" or "cycles".
[[nodiscard]] std::string latency_unit(const Load& load);

}  // namespace wayfarer
