// Nesson and Johnsson's measurement: the time until every node's L messages have been delivered.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "config/schema.hpp"
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
  Settings settings{};    ///< Keys in place of its own.
  std::optional<LengthsSpec> lengths{};   ///< In place of its own; empty: its own.
  std::vector<TerminalId> permutation{};  ///< Destinations in place of the pattern; empty: that.
};

/// Batches and, for each, the cycles until the last delivery of its runs.
class BatchRuns {
 public:
  explicit BatchRuns(std::vector<RommBatch> batches)
      : batches_(std::move(batches)), cycles_(batches_.size()) {}

  [[nodiscard]] const std::vector<RommBatch>& batches() const { return batches_; }
  void add(std::size_t batch, double cycles) { cycles_[batch].push_back(cycles); }

  [[nodiscard]] bool known(std::size_t batch) const { return !cycles_[batch].empty(); }
  /// By seed; empty if the batch was not run.
  [[nodiscard]] const std::vector<double>& runs(std::size_t batch) const { return cycles_[batch]; }
  /// The runs of the batch of a cell; empty if there is none.
  [[nodiscard]] const std::vector<double>& runs(const std::string& cell) const;
  /// Over the runs; 0 if there are none.
  [[nodiscard]] double mean(std::size_t batch) const;
  [[nodiscard]] double mean(const std::string& cell) const;

 private:
  std::vector<RommBatch> batches_;
  std::vector<std::vector<double>> cycles_;
};

constexpr unsigned kRuns = 8;        ///< Behind each value, unless 32 are affordable.
constexpr unsigned kPaperRuns = 32;  ///< "All data points reflect averages over 32 runs."

/// Runs all batches whose cell contains `options.only` with the seeds options.seed, options.seed +
/// 1, ..., as many as `runs` unless the options say otherwise. Fills the points, results and
/// conditions of `result`. Throws UsageError if there is none to run.
[[nodiscard]] BatchRuns run_batches(const EngineFactory& engines,
                                    const ReproductionOptions& options,
                                    const std::vector<RommBatch>& batches, Reproduction& result,
                                    unsigned runs = kRuns);

/// Notes how the batch's runs vary, in units of `unit` cycles, unless they are too few to say:
/// standard deviation of a run, half the width of the mean's 95 % interval, least, greatest.
void note_spread(Reproduction& result, const std::string& cell, const std::vector<double>& runs,
                 double unit);

/// Table 6: cycles per message; 0 where the paper has no value.
[[nodiscard]] double romm_table6_cycles(const std::string& network, const std::string& algorithm,
                                        const std::string& task);

}  // namespace wayfarer
