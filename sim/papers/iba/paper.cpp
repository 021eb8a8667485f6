#include "papers/iba/paper.hpp"

namespace wayfarer {

std::vector<Experiment> iba_experiments() {
  std::vector<Experiment> experiments = {iba_example(), iba_multicast()};
  for (Experiment& experiment : experiments) experiment.known = iba_known_deviations(experiment.id);
  return experiments;
}

}  // namespace wayfarer
