// Nesson and Johnsson, section 4.2: d, by which displacements are dealt to the phases, is "the
// maximum cardinality of any routing set" of the task. In the paper's own tasks it is the number of
// dimensions. Here is a task with fewer: two of three or four dimensions are exchanged. With d of
// the task each phase of 2-PHASE gets one displacement, and both orders are equally likely; with
// the number of dimensions both can fall into one phase, in ascending order.
#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/registry.hpp"
#include "family/wormhole/expectation.hpp"
#include "papers/romm/batch.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMessages = 50;
constexpr unsigned kExchanged = 2;  ///< d of the task.
constexpr const char* kConfig = "romm-torus4x4x4-2phase";

struct ExchangeNetwork {
  const char* kind;
  const char* extents;
  unsigned dimensions;
};
constexpr ExchangeNetwork kNetworks[] = {
    {"torus", "4x4x4", 3}, {"torus", "8x8x8", 3}, {"torus", "4x4x4x4", 4}, {"mesh", "4x4x4x4", 4}};

Settings settings(const ExchangeNetwork& network, unsigned d) {
  return {{"topology.kind", network.kind},
          {"topology.extents", network.extents},
          {"router.cardinality", fmt::format("{}", d)}};
}

std::string cell_name(const ExchangeNetwork& network, unsigned d) {
  return fmt::format("{}{}, d = {}", network.kind, network.extents, d);
}

std::vector<RommBatch> batches() {
  std::vector<RommBatch> list;
  for (const ExchangeNetwork& network : kNetworks)
    for (const unsigned d : {kExchanged, network.dimensions}) {
      list.push_back(
          {cell_name(network, d), kConfig, fmt::format("transpose:{}", kExchanged), kMessages});
      list.back().settings = settings(network, d);
    }
  return list;
}

/// By enumeration.
void add_expectations(Reproduction& result, const ExchangeNetwork& network, unsigned d) {
  NetworkConfig config = load_config(find_config(kConfig));
  set_keys(config, settings(network, d));
  const Grid topology(config.topology, HalfWay::kStraight);
  const RommLoad load{topology, RommTask::kTranspose, kExchanged};
  const RommRouting routing = romm_routing(config);
  const std::string cell = cell_name(network, d);
  const double share = rounded(departures(load, routing).front());
  const std::string what = cell + ": share that leaves along dimension 0";
  if (d == task_cardinality(load))
    result.claim(what, "balanced (0.5)", share, share == 0.5);
  else
    result.note(what, share);
  result.note(cell + ": greatest expected edge load, messages",
              rounded(greatest_edge_load(load, routing)));
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "romm-cardinality";
  const BatchRuns measured = run_batches(engines, options, batches(), result);
  for (const ExchangeNetwork& network : kNetworks)
    for (const unsigned d : {kExchanged, network.dimensions}) {
      const std::string cell = cell_name(network, d);
      const std::vector<double>& runs = measured.runs(cell);
      if (runs.empty()) continue;
      result.note(cell + ": cycles per message", measured.mean(cell) / kMessages);
      note_spread(result, cell, runs, kMessages);
      add_expectations(result, network, d);
    }
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_cardinality() {
  return {"romm-cardinality", "2-PHASE dealt by the d of the task and by the network's dimensions",
          run, true};
}

}  // namespace wayfarer
