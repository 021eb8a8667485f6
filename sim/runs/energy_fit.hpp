// The energy of each event, by regression on counted toggles.
#pragma once

#include <vector>

#include "runs/energy.hpp"

namespace wayfarer {

/// A run: its events, and the toggles of its netlist in the same cycles.
struct EnergySample {
  ByEnergyEvent events{};
  double toggles = 0;
};

/// The energies of these events, none below 0, that minimise the sum of the squares of relative
/// errors. The others' are 0. An event that would be negative is left out. Throws UsageError if the
/// samples do not tell the events apart.
[[nodiscard]] ByEnergyEvent fit_energy(const std::vector<EnergySample>& samples,
                                       const std::vector<EnergyEvent>& events);

/// What the energies make of a sample, less its toggles, as a share of these.
[[nodiscard]] double relative_error(const ByEnergyEvent& each, const EnergySample& sample);

}  // namespace wayfarer
