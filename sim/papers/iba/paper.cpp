#include "papers/iba/paper.hpp"

namespace wayfarer {
namespace {

constexpr const char* kPaper =
    "Zhou, Liu and Chung, Hardware Supported Multicast in 2-D Mesh InfiniBand Networks";

}  // namespace

std::vector<Experiment> iba_experiments() {
  std::vector<Experiment> experiments = {iba_example(), iba_multicast(), iba_levels(), iba_draws(),
                                         iba_arbitration()};
  for (Experiment& experiment : experiments) {
    experiment.source = kPaper;
    experiment.known = iba_known_deviations(experiment.id);
  }
  return experiments;
}

}  // namespace wayfarer
