// Nesson and Johnsson, Table 7: the transpose of the 16x16 mesh, routing time beside the greatest
// edge load.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/wormhole/expectation.hpp"
#include "papers/romm/batch.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMessages = 50;
constexpr unsigned kDataFlits = 15;

struct PaperRow {
  const char* algorithm;
  double cycles;
  double tolerance;       ///< Tolerance of the cycles.
  unsigned header_flits;  ///< Counted in the load.
  RommRouting routing;
};

const PaperRow kRows[] = {
    {"dimorder", 12'017, 0.01, 1, RommRouting::dimension_order()},
    {"2phase", 6'652, 0.05, 2, RommRouting::romm(2, 2)},
    {"valiant", 17'264, 0.05, 2, RommRouting::valiant_brebner()},
};

std::string config_name(const PaperRow& row) {
  return fmt::format("romm-mesh16x16-{}", row.algorithm);
}

/// VALIANT's printed load is 7.5 L messages; by enumeration it is 7.75 L.
double edge_load(const PaperRow& row) {
  const NetworkConfig config = load_config(find_config(config_name(row)));
  const Grid topology(config.topology);
  const RommLoad load{topology, RommTask::kTranspose, topology.dimensions(), SelfMessages::kSilent};
  return greatest_edge_load(load, row.routing) * kMessages * (kDataFlits + row.header_flits);
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  std::vector<RommBatch> batches;
  for (const PaperRow& row : kRows)
    batches.push_back({row.algorithm, config_name(row), "transpose", kMessages});
  Reproduction result;
  result.id = "romm-table7";
  const BatchRuns measured = run_batches(engines, options, batches, result, kPaperRuns);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (!measured.known(i)) continue;
    const PaperRow& row = kRows[i];
    // romm-table4 compares it with the paper.
    result.note(fmt::format("{}: expected maximum edge load, flits", row.algorithm),
                edge_load(row));
    const std::string cell = fmt::format("{}: cycles", row.algorithm);
    result.compare(cell, row.cycles, measured.mean(i), row.tolerance);
    note_spread(result, cell, measured.runs(i), 1);
  }
  result.summarize(fmt::format("DIMORDER {:.0f}, 2-PHASE {:.0f}, VALIANT {:.0f} cycles",
                               measured.mean(0), measured.mean(1), measured.mean(2)));
  return result;
}

}  // namespace

Experiment romm_table7() {
  return {"romm-table7", "the transpose of the 16x16 mesh: cycles and greatest edge load", run};
}

}  // namespace wayfarer
