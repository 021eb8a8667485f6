#include "papers/romm/batch.hpp"
#include "family/mesh/config.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kRuns = 8;
constexpr Cycle kLimit = 1'000'000;  ///< Far beyond any batch: the watchdog is faster.

/// The run's seed also determines the phases.
Point batch_point(const RommBatch& batch, unsigned seed) {
  Point point;
  point.config = load_config(find_config(batch.config));
  if (!batch.extents.empty()) {
    // Wide enough for the header on the largest mesh, and as many flits.
    point.config.flit_bits *= 2;
    point.config.message_bytes *= 2;
    set_key(point.config, "topology.extents", batch.extents);
  }
  if (!batch.routing.empty()) {
    const unsigned phases = mesh_of(point.config).phases;
    set_key(point.config, "router.routing", batch.routing);
    set_key(point.config, "router.phases", fmt::format("{}", phases));
  }
  mesh_of(point.config).seed = seed;
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
  std::vector<std::size_t> wanted;  // batches behind the points
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (batches[i].cell.find(options.only) == std::string::npos) continue;
    for (unsigned run = 0; run < runs; ++run) {
      wanted.push_back(i);
      result.points.push_back(batch_point(batches[i], first + run));
    }
  }
  if (wanted.empty())
    throw UsageError(fmt::format("no cell's name contains '{}'; a name is '{}'", options.only,
                                 batches.front().cell));
  result.results = run_all(engines, result.points, options);
  std::vector<double> means(batches.size());
  for (std::size_t i = 0; i < result.points.size(); ++i)
    means[wanted[i]] += static_cast<double>(result.results[i]->last_delivery + 1) / runs;
  result.conditions = {{"runs", runs},
                       {"first_seed", first},
                       {"messages", batches.front().messages},
                       {"data_flits", 15},
                       {"measured", "cycles until the last delivery"},
                       {"engine", "model"}};
  return means;
}

double cycles_of(const std::vector<RommBatch>& batches, const std::vector<double>& cycles,
                 const std::string& cell) {
  for (std::size_t i = 0; i < batches.size(); ++i)
    if (batches[i].cell == cell) return cycles[i];
  return 0;
}

}  // namespace wayfarer
