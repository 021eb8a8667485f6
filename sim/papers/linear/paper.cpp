#include "papers/linear/paper.hpp"

namespace wayfarer {

std::vector<Experiment> linear_experiments() {
  std::vector<Experiment> experiments = {linear_table(), linear_utilisation(), linear_worst()};
  for (Experiment& experiment : experiments) experiment.known = linear_known_deviations(experiment.id);
  return experiments;
}

}  // namespace wayfarer
