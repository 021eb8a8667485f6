// Zhou, Liu and Chung: multicast in an InfiniBand mesh.
#pragma once

#include "report/reproduction.hpp"

namespace wayfarer {

[[nodiscard]] Experiment iba_example();
[[nodiscard]] Experiment iba_multicast();
[[nodiscard]] Experiment iba_levels();
[[nodiscard]] Experiment iba_draws();
[[nodiscard]] Experiment iba_arbitration();

/// All of the above, with their known deviations.
[[nodiscard]] std::vector<Experiment> iba_experiments();

/// Cells of an experiment that differ from the paper, measured with its own cycles and runs.
[[nodiscard]] std::vector<KnownDeviation> iba_known_deviations(const std::string& id);

}  // namespace wayfarer
