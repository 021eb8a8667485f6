#include "runs/rates.hpp"

#include <fmt/format.h>

#include "family/registry.hpp"

namespace wayfarer {
namespace {

struct Pair {
  double offered = 0;
  double accepted = 0;
};

/// Per terminal and cycle.
Pair counted(const SimulationResult& result, LoadUnit unit) {
  const Measurements& measured = result.measured;
  switch (unit) {
    case LoadUnit::kMessages: return {result.offered_messages, measured.accepted_messages};
    case LoadUnit::kBytes: return {result.offered_bytes, measured.accepted_bytes};
    case LoadUnit::kBits: return {8 * result.offered_bytes, 8 * measured.accepted_bytes};
    case LoadUnit::kFlits:
    case LoadUnit::kNormalized: break;
  }
  return {result.offered_flits, measured.accepted_flits};
}

}  // namespace

Rates rates_of(const Point& point, const SimulationResult& result) {
  const Load& load = point.options.load;
  const auto [offered, accepted] = counted(result, load.unit);
  const double factor = load.unit == LoadUnit::kNormalized ? 1 / saturation_bound(point.config)
                                                           : scaled(1, point.config, load);
  const double flits = result.measured.accepted_flits;
  const double per_flit = flits > 0 ? accepted / flits : 1;  // the interval is that of the flits
  return {unit_text(load), factor * offered, factor * accepted,
          factor * per_flit * result.measured.accepted_flits_half_width};
}

bool plain(const Load& load) {
  return load.unit == LoadUnit::kFlits && !load.aggregate && load.clock_mhz == 0;
}

std::string rate_text(double rate, const Load& load) {
  return plain(load) ? fmt::format("{:.5f}", rate) : fmt::format("{:.5g}", rate);
}

double latency_factor(const Load& load) { return load.clock_mhz > 0 ? load.cycle_ns() : 1; }

std::string latency_unit(const Load& load) { return load.clock_mhz > 0 ? "ns" : "cycles"; }

}  // namespace wayfarer
