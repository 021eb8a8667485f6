#include "papers/linear/paper.hpp"

namespace wayfarer {
namespace {

constexpr const char* kPaper =
    "Yang et al., Message Scheduling on a Wormhole-Switched Linear Client-Server Network";

}  // namespace

std::vector<Experiment> linear_experiments() {
  std::vector<Experiment> experiments = {linear_table(), linear_utilisation(), linear_objective(),
                                         linear_worst(), linear_tightness()};
  for (Experiment& experiment : experiments) {
    experiment.source = kPaper;
    experiment.known = linear_known_deviations(experiment.id);
  }
  return experiments;
}

}  // namespace wayfarer
