#include "papers/registry.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "papers/fs/paper.hpp"
#include "papers/iba/paper.hpp"
#include "papers/linear/paper.hpp"
#include "papers/mway/paper.hpp"
#include "papers/romm/paper.hpp"

namespace wayfarer {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> list = [] {
    std::vector<Experiment> all;
    for (const auto paper :
         {fs_experiments, iba_experiments, linear_experiments, mway_experiments, romm_experiments})
      for (Experiment& experiment : paper()) all.push_back(std::move(experiment));
    return all;
  }();
  return list;
}

const Experiment& find_experiment(const std::string& id) {
  std::vector<std::string> ids;
  for (const Experiment& experiment : experiments()) {
    if (experiment.id == id) return experiment;
    ids.push_back(experiment.id);
  }
  throw UsageError(fmt::format("there is no experiment '{}'; {}legal: {}", id,
                               did_you_mean(id, ids), join(ids)));
}

}  // namespace wayfarer
