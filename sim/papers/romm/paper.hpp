// Nesson and Johnsson: ROMM routing.
#pragma once

#include "report/reproduction.hpp"

namespace wayfarer {

[[nodiscard]] Experiment romm_cardinality();
[[nodiscard]] Experiment romm_cut_through();
[[nodiscard]] Experiment romm_depth();
[[nodiscard]] Experiment romm_fig5();
[[nodiscard]] Experiment romm_fig6();
[[nodiscard]] Experiment romm_fig7();
[[nodiscard]] Experiment romm_fig8();
[[nodiscard]] Experiment romm_headers();
[[nodiscard]] Experiment romm_nodes();
[[nodiscard]] Experiment romm_sizes();
[[nodiscard]] Experiment romm_table1();
[[nodiscard]] Experiment romm_table2();
[[nodiscard]] Experiment romm_table3();
[[nodiscard]] Experiment romm_table4();
[[nodiscard]] Experiment romm_table5();
[[nodiscard]] Experiment romm_table6();
[[nodiscard]] Experiment romm_table7();
[[nodiscard]] Experiment romm_theorems();
[[nodiscard]] Experiment romm_worst();

/// All of the above, with their known deviations.
[[nodiscard]] std::vector<Experiment> romm_experiments();

/// Cells of an experiment that differ from the paper, measured with its own cycles and runs.
[[nodiscard]] std::vector<KnownDeviation> romm_known_deviations(const std::string& id);

}  // namespace wayfarer
