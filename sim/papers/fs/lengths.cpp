// Messages of 10 to 80 flits on the routers of Fulgham and Snyder, whose messages have 20: "Future
// work may compare input and output driven routers using longer messages" (section 6). Buffers hold
// one message, as there. Load 1.0 is the same number of flits at every length.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/text.hpp"
#include "papers/fs/columns.hpp"
#include "papers/fs/paper.hpp"
#include "report/saturation.hpp"

namespace wayfarer {
namespace {

constexpr const char* kNetworks[] = {"torus16x16-oblivious", "torus16x16-star",
                                     "torus16x16-triplex",   "mesh16x16-oblivious",
                                     "mesh16x16-star",       "mesh16x16-triplex"};
constexpr std::array<const char*, 2> kPolicies = {kInputDriven, kOutputDriven};
constexpr unsigned kLengths[] = {10, 20, 40, 80};
constexpr double kLatencyLoads[] = {0.1, 0.3, 0.5};
constexpr double kThroughputLoads[] = {0.7, 0.8, 0.9, 1.0};

/// The runs of a network with messages of one length: by policy.
struct Study {
  std::string network;
  unsigned length = 0;
  std::array<SaturationCell, kPolicies.size()> cells{};
  std::array<double, kPolicies.size()> loads{};  ///< Saturation loads.

  [[nodiscard]] std::string name() const { return fmt::format("{}, {} flits", network, length); }
};

std::vector<Study> chosen_studies(const std::string& only) {
  std::vector<Study> studies;
  for (const char* network : kNetworks)
    for (const unsigned length : kLengths) {
      Study study{network, length};
      for (std::size_t p = 0; p < kPolicies.size(); ++p)
        study.cells[p] = cell_of_length(network, kPolicies[p], length);
      if (study.name().find(only) != std::string::npos) studies.push_back(study);
    }
  if (studies.empty()) refuse_selection(only, Study{kNetworks[0], kLengths[0]}.name());
  return studies;
}

void search(const EngineFactory& engines, const ReproductionOptions& options,
            std::vector<Study>& studies) {
  for (Study& study : studies) {
    ReproductionOptions own = options;
    own.cycles = cycles_of_length(study.length, options);
    const std::vector<Saturation> found =
        find_saturations(engines, own, {study.cells.begin(), study.cells.end()});
    for (std::size_t p = 0; p < kPolicies.size(); ++p) study.loads[p] = found[p].mean;
  }
}

/// Latency at low loads and the greatest throughput, of one seed.
void report_curves(const EngineFactory& engines, const ReproductionOptions& options,
                   const std::vector<Study>& studies, Reproduction& result) {
  for (const Study& study : studies)
    for (const SaturationCell& cell : study.cells) {
      const auto add = [&](double load) {
        result.points.push_back(
            saturation_run(cell, load, options.seed, cycles_of_length(study.length, options)));
      };
      for (const double load : kLatencyLoads) add(load);
      for (const double load : kThroughputLoads) add(load);
    }
  result.results = run_all(engines, result.points, options);
  std::size_t next = 0;
  for (const Study& study : studies) {
    std::array<std::array<double, kPolicies.size()>, std::size(kLatencyLoads)> latency{};
    std::array<double, kPolicies.size()> throughput{};
    for (std::size_t p = 0; p < kPolicies.size(); ++p) {
      for (auto& at_load : latency)
        at_load[p] = result.results[next++]->measured.network_latency.mean;
      for ([[maybe_unused]] const double load : kThroughputLoads)
        throughput[p] =
            std::max(throughput[p], 100 * result.results[next++]->measured.accepted_messages /
                                        study.cells[p].messages_at_one);
    }
    result.note(study.name() + ": greatest throughput, %", throughput);
    for (std::size_t l = 0; l < std::size(kLatencyLoads); ++l)
      result.note(fmt::format("{}: latency at load {:g}", study.name(), kLatencyLoads[l]),
                  latency[l]);
  }
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& request) {
  const ReproductionOptions options = of_three_runs(request);
  Reproduction result;
  result.id = "fs-lengths";
  std::vector<Study> studies = chosen_studies(options.only);
  search(engines, options, studies);
  std::vector<std::string> reversed;
  for (const Study& study : studies) {
    std::array<double, kPolicies.size()> loads{};
    for (std::size_t p = 0; p < kPolicies.size(); ++p) loads[p] = to_four_decimals(study.loads[p]);
    result.note(study.name() + ": load of saturation", loads);
    if (loads[1] < loads[0] - kRounding) reversed.push_back(study.name());
  }
  result.note("output-driven saturates at a lower load than input-driven",
              fmt::format("{} of {}{}{}", reversed.size(), studies.size(),
                          reversed.empty() ? "" : ": ", join(reversed, "; ")));
  report_curves(engines, options, studies, result);
  result.conditions = length_conditions(options);
  result.summarize("pairs are input-driven in fixed order, output-driven");
  return result;
}

}  // namespace

Experiment fs_lengths() {
  return {"fs-lengths", "messages of 10 to 80 flits, input- and output-driven", run,
          /*extra=*/true};
}

}  // namespace wayfarer
