#include "papers/romm/batch.hpp"
#include "family/mesh/config.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/registry.hpp"
#include "stats/spread.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kLimit = 1'000'000;  ///< Far beyond any batch: the watchdog is faster.

/// All messages at once, none to oneself.
Workload permutation_workload(const NetworkConfig& config, const RommBatch& batch) {
  Trace trace;
  for (TerminalId source = 0; source < batch.permutation.size(); ++source)
    if (batch.permutation[source] != source)
      trace.insert(
          trace.end(), batch.messages,
          {0, source, batch.permutation[source], static_cast<std::uint16_t>(config.message_bytes)});
  return make_trace_workload(trace, static_cast<std::uint32_t>(batch.permutation.size()));
}

/// The run's seed also determines the phases.
Point batch_point(const RommBatch& batch, unsigned seed) {
  Point point;
  point.config = load_config(find_config(batch.config));
  Settings settings = batch.settings;
  if (!batch.extents.empty()) {
    // Wide enough for the header on the largest mesh, and as many flits.
    point.config.flit_bits *= 2;
    point.config.message_bytes *= 2;
    settings.emplace_back("topology.extents", batch.extents);
  }
  set_keys(point.config, settings);
  mesh_of(point.config).seed = seed;
  point.label = batch.cell;
  point.options.seed = seed;
  point.options.cycles = kLimit;
  point.options.warmup = 0;
  if (!batch.permutation.empty()) {
    point.options.workload = permutation_workload(point.config, batch);
    return point;
  }
  // As the paper counts: a task's messages to their own source are drawn, and not sent.
  point.options.traffic.pattern =
      parse_pattern(batch.pattern == "full-random" ? batch.pattern + ":drop" : batch.pattern);
  point.options.traffic.process = {BatchSpec{batch.messages}};
  point.options.traffic.lengths = batch.lengths;
  return point;
}

double mean_of(const std::vector<double>& cycles) {
  return cycles.empty() ? 0 : spread_of(cycles).mean;
}

}  // namespace

const std::vector<double>& BatchRuns::runs(const std::string& cell) const {
  static const std::vector<double> none;
  for (std::size_t i = 0; i < batches_.size(); ++i)
    if (batches_[i].cell == cell) return cycles_[i];
  return none;
}

double BatchRuns::mean(std::size_t batch) const { return mean_of(runs(batch)); }

double BatchRuns::mean(const std::string& cell) const { return mean_of(runs(cell)); }

BatchRuns run_batches(const EngineFactory& engines, const ReproductionOptions& options,
                      const std::vector<RommBatch>& batches, Reproduction& result, unsigned runs) {
  if (options.runs != 0) runs = options.runs;
  const auto first = static_cast<unsigned>(options.seed);
  std::vector<std::size_t> wanted;  // batches behind the points
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (batches[i].cell.find(options.only) == std::string::npos) continue;
    for (unsigned run = 0; run < runs; ++run) {
      wanted.push_back(i);
      result.points.push_back(batch_point(batches[i], first + run));
    }
  }
  if (wanted.empty()) refuse_selection(options.only, batches.front().cell);
  result.results = run_all(engines, result.points, options);
  BatchRuns measured(batches);
  for (std::size_t i = 0; i < result.points.size(); ++i)
    measured.add(wanted[i], static_cast<double>(result.results[i]->last_delivery + 1));
  result.conditions = {{"runs", runs},
                       {"first_seed", first},
                       {"messages", batches.front().messages},
                       {"data_flits", 15},
                       {"measured", "cycles until the last delivery"},
                       {"engine", "model"}};
  return measured;
}

void note_spread(Reproduction& result, const std::string& cell, const std::vector<double>& runs,
                 double unit) {
  if (runs.size() < kLeastSpread) return;
  const Spread spread = spread_of(runs);
  for (ReproductionRow& row : result.rows)
    if (row.cell == cell)
      row.extremes = Interval{spread.mean / unit, (spread.mean - spread.half_width) / unit,
                              (spread.mean + spread.half_width) / unit};
  result.note(cell + ": deviation of a run, 95 % of the mean, least, greatest",
              {spread.deviation / unit, spread.half_width / unit, spread.least / unit,
               spread.greatest / unit});
}

}  // namespace wayfarer
