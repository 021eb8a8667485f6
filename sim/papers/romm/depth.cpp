// Nesson and Johnsson, section 7: "We have only made a preliminary study of the impact of buffer
// depth, which indicates that there is a monotonic performance improvement with increased buffer
// size". The paper shows none of it. A blocked message whose buffers hold all of it stays out of
// other nodes, so that messages cannot get "tangled" (section 4.2); the deepest buffers here do.
#include <algorithm>

#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/wormhole/expectation.hpp"
#include "papers/romm/batch.hpp"
#include "papers/romm/report.hpp"
#include "stats/spread.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMessages = 50;  ///< As in Table 7.
constexpr unsigned kDepths[] = {1, 2, 4, 8, 16, 32};
constexpr unsigned kDeepest = 32;  ///< Holds a message of 19 flits, 4-PHASE's.
const std::vector<std::string> kNetworks = {"mesh16x16", "torus16x16"};
const std::vector<std::string> kTasks = {"bit-complement", "transpose", "single-random",
                                         "full-random"};
const std::vector<std::string> kAlgorithms = {"dimorder", "2phase", "4phase", "valiant"};

std::string curve_name(const std::string& network, const std::string& algorithm,
                       const std::string& task) {
  return fmt::format("{} {} {}", network, algorithm, task);
}

std::string cell_name(const std::string& curve, unsigned depth) {
  return fmt::format("{}, depth {}", curve, depth);
}

/// 4-PHASE's transpose on the mesh, with several virtual channels a phase in the deepest buffers.
constexpr unsigned kMostChannels = 3;
constexpr unsigned kChannels[] = {2, kMostChannels};
std::string channels_name(unsigned channels) {
  return fmt::format("mesh16x16 4phase transpose, depth {}, {} virtual channels a phase", kDeepest,
                     channels);
}

std::vector<RommBatch> batches() {
  std::vector<RommBatch> list;
  for (const unsigned channels : kChannels) {
    list.push_back({channels_name(channels), "romm-mesh16x16-4phase", "transpose", kMessages});
    list.back().settings = {{"router.depth", fmt::format("{}", kDeepest)},
                            {"router.virtual_channels", fmt::format("{}", channels)}};
  }
  for (const std::string& network : kNetworks)
    for (const std::string& task : kTasks)
      for (const std::string& algorithm : kAlgorithms)
        for (const unsigned depth : kDepths) {
          list.push_back({cell_name(curve_name(network, algorithm, task), depth),
                          fmt::format("romm-{}-{}", network, algorithm), task, kMessages});
          list.back().settings = {{"router.depth", fmt::format("{}", depth)}};
        }
  return list;
}

/// Whether the second is slower than the first beyond the noise of their runs, which have the same
/// seeds: the mean of the differences is above its 95 % half width. Few runs have no noise.
bool slower(const std::vector<double>& before, const std::vector<double>& after) {
  std::vector<double> differences(before.size());
  std::transform(after.begin(), after.end(), before.begin(), differences.begin(),
                 [](double a, double b) { return a - b; });
  const Spread spread = spread_of(differences);
  return spread.mean > (differences.size() < kLeastSpread ? 0 : spread.half_width);
}

/// The cycles over the depths, and whether they never rise.
void add_curve(Reproduction& result, const BatchRuns& measured, const std::string& curve) {
  Json cycles = Json::array();
  unsigned steps = 0;
  unsigned good = 0;
  const std::vector<double>* before = nullptr;
  for (const unsigned depth : kDepths) {
    const std::vector<double>& runs = measured.runs(cell_name(curve, depth));
    if (runs.empty()) return;
    cycles.push_back(spread_of(runs).mean / kMessages);
    if (before != nullptr) {
      ++steps;
      good += slower(*before, runs) ? 0 : 1;
    }
    before = &runs;
  }
  result.note(curve + ": cycles per message at depth 1, 2, 4, 8, 16, 32", std::move(cycles));
  result.claim(curve + ": deeper buffers that are no slower beyond noise",
               fmt::format("monotonic ({} of {})", steps, steps),
               fmt::format("{} of {}", good, steps), good == steps);
}

/// "The increased 'tangling' of worms" and the header make 4-PHASE slower than 2-PHASE, though its
/// greatest expected load on the transpose is less. Without tangling the load should show.
void claim_tangling(Reproduction& result, const BatchRuns& measured) {
  const auto cycles = [&](const std::string& network, const char* algorithm, const char* task,
                          unsigned depth) {
    return measured.mean(cell_name(curve_name(network, algorithm, task), depth));
  };
  for (const std::string& network : kNetworks)
    for (const char* task : {"transpose", "single-random"}) {
      const auto ratio = [&](unsigned depth) {
        return cycles(network, "4phase", task, depth) / cycles(network, "2phase", task, depth);
      };
      result.claim(fmt::format("{} {}: 4phase over 2phase, a message in a buffer", network, task),
                   fmt::format("less than with depth 4, {:.2f}: tangling", ratio(4)),
                   ratio(kDeepest), ratio(kDeepest) < ratio(4));
    }
  const Grid mesh = romm_mesh({16, 16});
  const RommLoad load{mesh, RommTask::kTranspose, 2};
  result.note("mesh16x16 transpose: 4phase over 2phase, greatest expected edge load",
              rounded(greatest_edge_load(load, RommRouting::romm(4, 2)) /
                      greatest_edge_load(load, RommRouting::romm(2, 2))));
  for (const unsigned channels : kChannels) {
    const double ratio = measured.mean(channels_name(channels)) /
                         cycles("mesh16x16", "2phase", "transpose", kDeepest);
    const std::string cell = fmt::format(
        "mesh16x16 transpose: 4phase over 2phase, the same, {} channels a phase", channels);
    if (channels == kMostChannels)
      result.claim(cell, "less than 1: the load shows", ratio, ratio < 1);
    else
      result.note(cell, ratio);
  }
}

Picture picture(const BatchRuns& measured) {
  Picture result{"romm-depth", {}, 4};
  for (const std::string& network : kNetworks)
    for (const std::string& task : kTasks) {
      std::vector<Curve> curves;
      for (const std::string& algorithm : kAlgorithms) {
        curves.push_back({algorithm, {}});
        for (const unsigned depth : kDepths)
          curves.back().points.emplace_back(
              depth,
              measured.mean(cell_name(curve_name(network, algorithm, task), depth)) / kMessages);
      }
      // The paper's depths are those of the headers that a buffer has to hold.
      for (unsigned i = 0; i < kAlgorithms.size(); ++i) {
        constexpr unsigned kCircle = 6;
        const double depth = kAlgorithms[i] == "4phase" ? 4 : 2;
        curves.push_back(paper_points(i == 0 ? "Table 6" : "",
                                      {{depth, romm_table6_cycles(network, kAlgorithms[i], task)}},
                                      i, kCircle));
      }
      result.panels.push_back(curves_panel(
          {fmt::format("{}, {}", network, task), "flits in an input buffer", "cycles per message",
           "set logscale x 2\nset xtics (1, 2, 4, 8, 16, 32)\nset yrange [0:*]\n"
           "set key inside top right\n"},
          curves));
    }
  return result;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "romm-depth";
  const BatchRuns measured = run_batches(engines, options, batches(), result);
  for (const std::string& network : kNetworks)
    for (const std::string& task : kTasks)
      for (const std::string& algorithm : kAlgorithms)
        add_curve(result, measured, curve_name(network, algorithm, task));
  if (options.only.empty()) {
    claim_tangling(result, measured);
    result.pictures.push_back(picture(measured));
  }
  result.conditions["depths"] = kDepths;
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_depth() {
  return {"romm-depth", "cycles per message over the depth of the input buffers", run, true};
}

}  // namespace wayfarer
