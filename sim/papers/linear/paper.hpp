// Yang et al.: messages in a linear client-server network.
#pragma once

#include "report/reproduction.hpp"

namespace wayfarer {

[[nodiscard]] Experiment linear_objective();
[[nodiscard]] Experiment linear_table();
[[nodiscard]] Experiment linear_tightness();
[[nodiscard]] Experiment linear_utilisation();
[[nodiscard]] Experiment linear_worst();

/// All of the above, with their known deviations.
[[nodiscard]] std::vector<Experiment> linear_experiments();

/// Cells of an experiment that differ from the paper, measured with its own cycles and runs.
[[nodiscard]] std::vector<KnownDeviation> linear_known_deviations(const std::string& id);

}  // namespace wayfarer
