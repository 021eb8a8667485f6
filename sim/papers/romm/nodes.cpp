// Nesson and Johnsson, section 4.2: why p-PHASE ROMM deals whole displacements to its phases and
// does not lead messages over random nodes of the least submesh. "Most messages will depart the
// source node in dimension 0", and contention there is what costs time. The paper shows neither.
// With two phases the random nodes are what BookSim2 calls ROMM.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/wormhole/expectation.hpp"
#include "papers/romm/batch.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMessages = 50;
const std::vector<std::string> kNetworks = {"mesh16x16", "torus16x16"};
const std::vector<std::string> kTasks = {"bit-complement", "transpose", "single-random",
                                         "full-random"};
constexpr unsigned kPhases[] = {2, 4};

std::string cell_name(const std::string& network, const std::string& task, unsigned phases,
                      bool nodes) {
  return fmt::format("{} {}, {} phases {}", network, task, phases,
                     nodes ? "over random nodes" : "as in the paper");
}

void note_enumerations(Reproduction& result) {
  const Grid mesh = romm_mesh({16, 16});
  for (const RommTask task : {RommTask::kBitComplement, RommTask::kTranspose, RommTask::kRandom})
    for (const bool nodes : {false, true}) {
      const RommRouting routing = nodes ? RommRouting::romm_nodes(2) : RommRouting::romm(2, 2);
      const std::string cell = cell_name("mesh16x16", to_string(task), 2, nodes);
      const double share = departures({mesh, task, 2}, routing).front();
      const std::string what = cell + ": share that leaves along dimension 0";
      if (nodes)
        result.claim(what, "most", rounded(share), share > 0.5);
      else
        result.note(what, rounded(share));
      result.note(cell + ": greatest expected edge load, messages",
                  rounded(greatest_edge_load({mesh, task, 2}, routing)));
      result.note(cell + ": expected turns", rounded(average_turns({mesh, task, 2}, routing)));
    }
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  std::vector<RommBatch> batches;
  for (const std::string& network : kNetworks)
    for (const std::string& task : kTasks)
      for (const unsigned phases : kPhases)
        for (const bool nodes : {false, true}) {
          batches.push_back({cell_name(network, task, phases, nodes),
                             fmt::format("romm-{}-{}phase", network, phases), task, kMessages});
          if (nodes)
            batches.back().settings = {{"router.routing", "romm-nodes"},
                                       {"router.phases", fmt::format("{}", phases)}};
        }
  Reproduction result;
  result.id = "romm-nodes";
  const BatchRuns measured = run_batches(engines, options, batches, result);
  for (std::size_t i = 0; i < batches.size(); ++i)
    if (measured.known(i))
      result.note(batches[i].cell + ": cycles per message", measured.mean(i) / kMessages);
  unsigned slower = 0;
  for (std::size_t i = 0; i + 1 < batches.size(); i += 2) {
    if (!measured.known(i) || !measured.known(i + 1)) continue;
    const double ratio = measured.mean(i + 1) / measured.mean(i);
    slower += ratio > 1 ? 1 : 0;
    result.note(batches[i + 1].cell + ", over the paper's: cycles", ratio);
  }
  if (options.only.empty()) {
    const std::size_t pairs = batches.size() / 2;
    // Section 7: "randomizing the order in which the dimensions are traversed appears more useful
    // than simply selecting random destinations along a minimal path".
    result.claim("random nodes take longer than a random order of dimensions",
                 fmt::format("order more useful ({} of {})", pairs, pairs),
                 fmt::format("{} of {}", slower, pairs), slower == pairs);
    note_enumerations(result);
  }
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_nodes() {
  return {"romm-nodes", "phases over random nodes of the least submesh, beside the paper's", run,
          true};
}

}  // namespace wayfarer
