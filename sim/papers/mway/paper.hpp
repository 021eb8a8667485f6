// Mudawwar: k-ary m-way networks.
#pragma once

#include "report/reproduction.hpp"

namespace wayfarer {

[[nodiscard]] Experiment mway_adaptive();
[[nodiscard]] Experiment mway_clocks();
[[nodiscard]] Experiment mway_cyclic();
[[nodiscard]] Experiment mway_fig1();
[[nodiscard]] Experiment mway_fig10();
[[nodiscard]] Experiment mway_fig4();
[[nodiscard]] Experiment mway_fig7();
[[nodiscard]] Experiment mway_fig8();
[[nodiscard]] Experiment mway_fig9();
[[nodiscard]] Experiment mway_multicast();
[[nodiscard]] Experiment mway_pins();
[[nodiscard]] Experiment mway_stages();
[[nodiscard]] Experiment mway_starvation();
[[nodiscard]] Experiment mway_torus();

/// The shipped configurations of Figure 10, in its order.
[[nodiscard]] std::vector<std::string> fig10_configs();

/// All of the above, with their known deviations.
[[nodiscard]] std::vector<Experiment> mway_experiments();

/// Cells of an experiment that differ from the paper, measured with its own cycles and runs.
[[nodiscard]] std::vector<KnownDeviation> mway_known_deviations(const std::string& id);

}  // namespace wayfarer
