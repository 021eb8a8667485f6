#include "papers/fs/paper.hpp"

namespace wayfarer {
namespace {

constexpr const char* kPaper =
    "M. Fulgham and L. Snyder, A Comparison of Input and Output Driven Routers";

}  // namespace

std::vector<Experiment> fs_experiments() {
  std::vector<Experiment> experiments = {fs_router(),  fs_fig1(),   fs_fig2(),     fs_table1(),
                                         fs_table2(),  fs_table3(), fs_readings(), fs_choices(),
                                         fs_lengths(), fs_orders(), fs_chaos()};
  for (Experiment& experiment : experiments) {
    experiment.source = kPaper;
    experiment.selectable = experiment.id != "fs-router";
    experiment.known = fs_known_deviations(experiment.id);
  }
  return experiments;
}

}  // namespace wayfarer
