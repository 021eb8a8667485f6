#include "papers/romm/paper.hpp"

#include <algorithm>

namespace wayfarer {
namespace {

constexpr const char* kPaper = "Nesson and Johnsson, ROMM Routing on Mesh and Torus Networks";

}  // namespace

std::vector<Experiment> romm_experiments() {
  std::vector<Experiment> experiments = {
      romm_fig5(),    romm_fig6(),        romm_fig7(),        romm_fig8(),   romm_table1(),
      romm_table2(),  romm_table3(),      romm_table4(),      romm_table5(), romm_table6(),
      romm_table7(),  romm_theorems(),    romm_nodes(),       romm_depth(),  romm_sizes(),
      romm_headers(), romm_cardinality(), romm_cut_through(), romm_worst()};
  const auto counted = {"romm-table1", "romm-table2", "romm-table3",
                        "romm-table4", "romm-table5", "romm-theorems"};
  for (Experiment& experiment : experiments) {
    experiment.selectable =
        std::find(counted.begin(), counted.end(), experiment.id) == counted.end();
    experiment.source = kPaper;
    experiment.known = romm_known_deviations(experiment.id);
  }
  return experiments;
}

}  // namespace wayfarer
