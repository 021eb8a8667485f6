// Nesson and Johnsson, the remark after Theorem 2: "p (or 2p) virtual channels also suffice to make
// p-PHASE store-and-forward and virtual cut-through ROMM routing deadlock-free on a mesh (or torus)
// network". The tasks of Table 6 with buffers that hold a message: as worms, which follow one
// another through them, and by virtual cut-through, where a message goes only into a buffer that
// has room for all of it, or, more strictly, into an empty one.
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
struct Algorithm {
  std::string name;
  unsigned flits;  ///< Flits of a message.
};
const std::vector<Algorithm> kAlgorithms = {
    {"dimorder", 16}, {"2phase", 17}, {"4phase", 19}, {"valiant", 17}};

std::string row_name(const std::string& network, const std::string& task,
                     const std::string& algorithm) {
  return fmt::format("{} {} {}", network, task, algorithm);
}
const std::string kWorms = ", worms";
const std::string kRoom = ", room for the message";
const std::string kEmpty = ", an empty buffer";

template <typename Action>
void for_each_row(const Action& action) {
  for (const std::string& network : kNetworks)
    for (const std::string& task : kTasks)
      for (const Algorithm& algorithm : kAlgorithms) action(network, task, algorithm);
}

std::vector<RommBatch> batches() {
  std::vector<RommBatch> list;
  for_each_row(
      [&](const std::string& network, const std::string& task, const Algorithm& algorithm) {
        const auto add = [&](const std::string& cell, unsigned room) {
          list.push_back({row_name(network, task, algorithm.name) + cell,
                          fmt::format("romm-{}-{}", network, algorithm.name), task, kMessages});
          list.back().settings = {{"router.depth", fmt::format("{}", kDepth)},
                                  {"router.message_flits", fmt::format("{}", room)}};
        };
        add(kWorms, 0);
        add(kEmpty, kDepth);
        add(kRoom, algorithm.flits);
      });
  return list;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "romm-cut-through";
  const BatchRuns measured = run_batches(engines, options, batches(), result, kPaperRuns);
  unsigned tasks = 0;
  unsigned done = 0;
  for_each_row(
      [&](const std::string& network, const std::string& task, const Algorithm& algorithm) {
        const std::string row = row_name(network, task, algorithm.name);
        const double worms = measured.mean(row + kWorms);
        for (const std::string& cell : {kRoom, kEmpty}) {
          const double whole = measured.mean(row + cell);
          ++tasks;
          done += whole > 0 ? 1 : 0;
          if (worms > 0 && whole > 0) result.note(row + cell + ": over wormhole", whole / worms);
        }
      });
  // A run in which messages stop moving ends as an error.
  if (options.only.empty())
    result.claim("p virtual channels on the mesh, 2p on the torus: tasks that end",
                 fmt::format("{} of {}", tasks, tasks), fmt::format("{} of {}", done, tasks),
                 done == tasks);
  result.conditions["depth"] = kDepth;
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_cut_through() {
  return {"romm-cut-through", "cycles per message by virtual cut-through", run, true};
}

}  // namespace wayfarer
