// Paper 004's measurement: every node sends L messages, and the last delivery is waited for.
#pragma once

#include <string>
#include <vector>

#include "experiments/reproduction.hpp"

namespace wayfarer {

/// One cell of a table: a shipped configuration and a task, run with several seeds.
struct RommBatch {
  std::string cell;
  std::string config;
  std::string pattern;
  unsigned messages = 0;  ///< L, at each node.
};

/// Runs all batches with the seeds options.seed, options.seed + 1, ... into `result`: its points,
/// the batches one after the other, its results and its conditions. Returns by batch the mean of
/// the cycles until the last delivery.
[[nodiscard]] std::vector<double> run_batches(const EngineFactory& engines,
                                              const ReproductionOptions& options,
                                              const std::vector<RommBatch>& batches,
                                              Reproduction& result);

}  // namespace wayfarer
