// Nesson and Johnsson, Table 5: the resources of the simulated networks. All
// are read from the configurations that the other experiments simulate.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/dependencies.hpp"
#include "papers/romm/batch.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kDataFlits = 15;

struct PaperRow {
  const char* network;
  const char* algorithm;
  unsigned required;
  unsigned used;
  unsigned depth;
  unsigned buffers;
  unsigned header;
};

const PaperRow kRows[] = {
    {"mesh16x16", "dimorder", 1, 2, 2, 24, 1},  {"mesh16x16", "2phase", 2, 2, 2, 24, 2},
    {"mesh16x16", "4phase", 4, 4, 4, 80, 4},    {"mesh16x16", "valiant", 2, 2, 2, 24, 2},
    {"torus16x16", "dimorder", 2, 4, 2, 48, 1}, {"torus16x16", "2phase", 4, 4, 2, 48, 2},
    {"torus16x16", "4phase", 8, 8, 4, 160, 4},  {"torus16x16", "valiant", 4, 4, 2, 48, 2},
    {"torus4x4x4", "dimorder", 4, 4, 3, 96, 1}, {"torus4x4x4", "2phase", 4, 4, 3, 96, 2},
    {"torus4x4x4", "3phase", 6, 6, 3, 144, 3},  {"torus4x4x4", "valiant", 4, 4, 3, 96, 2},
};

/// The fewest virtual channels without a cycle of dependencies.
unsigned fewest(const NetworkConfig& config) {
  const Grid grid(config.topology, HalfWay::kStraight);
  unsigned channels = 1;
  while (!romm_dependencies(grid, romm_routing(config), channels).find_cycle().empty()) ++channels;
  return channels;
}

void add_row(Reproduction& result, const PaperRow& row) {
  const NetworkConfig config =
      load_config(find_config(fmt::format("romm-{}-{}", row.network, row.algorithm)));
  const MeshConfig& router = mesh_of(config);
  const unsigned channels = router.link_virtual_channels();
  const auto links = static_cast<unsigned>(2 * config.topology.extents.size());
  const unsigned flits = message_flits(config.message_bytes, flit_format(config));
  const std::string cell = fmt::format("{} {}: ", row.network, row.algorithm);
  // By Theorems 1 and 2, which romm-theorems shows. Definition 3 makes the 4x4x4 torus an
  // exception: a message of two hops never wraps there, so that no ring closes.
  if (config.topology.extents.size() == 3)
    result.note(cell + "fewest virtual channels by its dependency graph", fewest(config));
  const auto compare = [&](const char* what, unsigned paper, unsigned ours) {
    compare_exactly(result, cell + what, paper, ours);
  };
  compare("virtual channels required", row.required, needed_vc_classes(config));
  compare("virtual channels used", row.used, channels);
  compare("flits of an input buffer", row.depth, router.depth);
  constexpr unsigned kOutput = 1;  // "Out Buf depth is always 1."
  compare("flits of all buffers of a node", row.buffers,
          links * channels * (router.depth + kOutput));
  compare("flits of a header", row.header, flits - kDataFlits);
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "romm-table5";
  for (const PaperRow& row : kRows) add_row(result, row);
  result.conditions = {{"required", "by Theorems 1 and 2"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_table5() {
  return {"romm-table5", "virtual channels, buffers and headers of the simulated networks", run};
}

}  // namespace wayfarer
