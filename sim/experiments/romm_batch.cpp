#include "experiments/romm_batch.hpp"

#include <fmt/format.h>

namespace wayfarer {
namespace {

constexpr unsigned kRuns = 8;
constexpr Cycle kLimit = 1'000'000;  ///< Far beyond any batch: the watchdog is faster.

/// The run's seed decides about phases, too.
Point batch_point(const RommBatch& batch, unsigned seed) {
  Point point;
  point.config = load_config(find_config(batch.config));
  point.config.vc.seed = seed;
  point.label = batch.cell;
  point.options.traffic.pattern = batch.pattern;
  point.options.traffic.process = fmt::format("batch:{}", batch.messages);
  point.options.traffic.seed = seed;
  point.options.cycles = kLimit;
  point.options.warmup = 0;
  return point;
}

}  // namespace

std::vector<double> run_batches(const EngineFactory& engines, const ReproductionOptions& options,
                                const std::vector<RommBatch>& batches, Reproduction& result) {
  const unsigned runs = options.runs == 0 ? kRuns : options.runs;
  const auto first = static_cast<unsigned>(options.seed);
  for (const RommBatch& batch : batches)
    for (unsigned run = 0; run < runs; ++run)
      result.points.push_back(batch_point(batch, first + run));
  result.results = run_all(engines, result.points, options);
  std::vector<double> means(batches.size());
  for (std::size_t i = 0; i < result.points.size(); ++i)
    means[i / runs] += static_cast<double>(result.results[i]->last_delivery + 1) / runs;
  result.conditions = {{"runs", runs},
                       {"first_seed", first},
                       {"messages", batches.front().messages},
                       {"data_flits", 15},
                       {"measured", "cycles until the last delivery"},
                       {"engine", "model"}};
  return means;
}

}  // namespace wayfarer
