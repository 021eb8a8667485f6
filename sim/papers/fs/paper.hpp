// Fulgham and Snyder: input- and output-driven routers.
#pragma once

#include "report/reproduction.hpp"

namespace wayfarer {

[[nodiscard]] Experiment fs_fig1();
[[nodiscard]] Experiment fs_fig2();
[[nodiscard]] Experiment fs_router();
[[nodiscard]] Experiment fs_table1();
[[nodiscard]] Experiment fs_table2();
[[nodiscard]] Experiment fs_table3();
[[nodiscard]] Experiment fs_readings();
[[nodiscard]] Experiment fs_choices();
[[nodiscard]] Experiment fs_lengths();
[[nodiscard]] Experiment fs_orders();
[[nodiscard]] Experiment fs_chaos();

/// All of the above, with their known deviations.
[[nodiscard]] std::vector<Experiment> fs_experiments();

/// Cells of an experiment that differ from the paper, measured with its own cycles and runs.
[[nodiscard]] std::vector<KnownDeviation> fs_known_deviations(const std::string& id);

}  // namespace wayfarer
