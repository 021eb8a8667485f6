// Nesson and Johnsson's measurement: the time until every node's L messages have been delivered.
#pragma once

#include <string>
#include <vector>

#include "papers/romm/paper.hpp"

namespace wayfarer {

/// One cell of a table or point of a curve: a shipped configuration and a task, run with several
/// seeds.
struct RommBatch {
  std::string cell;
  std::string config;
  std::string pattern;
  unsigned messages = 0;  ///< L, at each node.
  std::string extents{};  ///< In place of the configuration's, as in "8x8"; empty: those.
  std::string routing{};  ///< In place of the configuration's, with as many phases; empty: that.
};

/// Runs all batches whose cell contains `options.only` with the seeds options.seed, options.seed +
/// 1, ... into `result`: its points, those batches one after the other, its results and its
/// conditions. Returns by batch the mean of the cycles until the last delivery, 0 for those not
/// run. Throws UsageError if there is none to run.
[[nodiscard]] std::vector<double> run_batches(const EngineFactory& engines,
                                              const ReproductionOptions& options,
                                              const std::vector<RommBatch>& batches,
                                              Reproduction& result);

/// The cycles of that cell's batch among those that run_batches has returned; 0 if none.
[[nodiscard]] double cycles_of(const std::vector<RommBatch>& batches,
                               const std::vector<double>& cycles, const std::string& cell);

/// Table 6: cycles per message; 0 where the paper has no value.
[[nodiscard]] double romm_table6_cycles(const std::string& network, const std::string& algorithm,
                                        const std::string& task);

}  // namespace wayfarer
