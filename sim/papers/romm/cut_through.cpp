// Nesson and Johnsson, the remark after Theorem 2: "p (or 2p) virtual channels also suffice to make
// p-PHASE store-and-forward and virtual cut-through ROMM routing deadlock-free on a mesh (or torus)
// network". The tasks of Table 6 with buffers that hold a message: as worms, which follow one another
// through them, and by virtual cut-through, where a message goes only into an empty buffer.
#include <fmt/format.h>

#include "papers/romm/batch.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMessages = 50;
constexpr unsigned kDepth = 20;  ///< Holds a message of 19 flits, 4-PHASE's.
const std::vector<std::string> kNetworks = {"mesh16x16", "torus16x16"};
const std::vector<std::string> kTasks = {"bit-complement", "transpose", "single-random",
                                         "full-random"};
const std::vector<std::string> kAlgorithms = {"dimorder", "2phase", "4phase", "valiant"};
const std::vector<std::string> kAllocations = {"flit", "message"};

std::string row_name(const std::string& network, const std::string& task,
                     const std::string& algorithm) {
  return fmt::format("{} {} {}", network, task, algorithm);
}
std::string cell_name(const std::string& row, const std::string& allocation) {
  return fmt::format("{}, buffers by {}", row, allocation);
}

template <typename Action>
void for_each_row(const Action& action) {
  for (const std::string& network : kNetworks)
    for (const std::string& task : kTasks)
      for (const std::string& algorithm : kAlgorithms) action(network, task, algorithm);
}

std::vector<RommBatch> batches() {
  std::vector<RommBatch> list;
  for_each_row([&](const std::string& network, const std::string& task,
                   const std::string& algorithm) {
    for (const std::string& allocation : kAllocations) {
      list.push_back({cell_name(row_name(network, task, algorithm), allocation),
                      fmt::format("romm-{}-{}", network, algorithm), task, kMessages});
      list.back().settings = {{"router.depth", fmt::format("{}", kDepth)},
                              {"router.buffer_allocation", allocation}};
    }
  });
  return list;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "romm-cut-through";
  const BatchRuns measured = run_batches(engines, options, batches(), result);
  unsigned rows = 0;
  unsigned done = 0;
  for_each_row([&](const std::string& network, const std::string& task,
                   const std::string& algorithm) {
    const std::string row = row_name(network, task, algorithm);
    const double worms = measured.mean(cell_name(row, "flit"));
    const double whole = measured.mean(cell_name(row, "message"));
    ++rows;
    done += whole > 0 ? 1 : 0;
    if (worms > 0 && whole > 0) result.note(row + ": cut-through over wormhole", whole / worms);
  });
  // A run in which messages stop moving ends as an error.
  if (options.only.empty())
    result.claim("p virtual channels on the mesh, 2p on the torus: tasks that end",
                 fmt::format("{} of {}", rows, rows), fmt::format("{} of {}", done, rows),
                 done == rows);
  result.conditions["depth"] = kDepth;
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_cut_through() {
  return {"romm-cut-through", "cycles per message by virtual cut-through", run, true};
}

}  // namespace wayfarer
