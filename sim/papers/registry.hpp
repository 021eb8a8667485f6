// The experiments of all papers.
#pragma once

#include "report/reproduction.hpp"

namespace wayfarer {

/// All experiments, by id.
[[nodiscard]] const std::vector<Experiment>& experiments();

/// The experiment of that id; UsageError lists the ids that exist.
[[nodiscard]] const Experiment& find_experiment(const std::string& id);

}  // namespace wayfarer
