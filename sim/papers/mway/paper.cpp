#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr const char* kPaper = "Mudawwar, A Switch-Free Router for k-ary m-way Networks";

}  // namespace

std::vector<Experiment> mway_experiments() {
  std::vector<Experiment> experiments = {
      mway_fig1(),   mway_fig10(),     mway_fig4(),       mway_fig7(),  mway_fig8(),
      mway_fig9(),   mway_pins(),      mway_starvation(), mway_torus(), mway_cyclic(),
      mway_stages(), mway_multicast(), mway_adaptive(),   mway_clocks()};
  for (Experiment& experiment : experiments) {
    experiment.source = kPaper;
    experiment.known = mway_known_deviations(experiment.id);
  }
  return experiments;
}

}  // namespace wayfarer
