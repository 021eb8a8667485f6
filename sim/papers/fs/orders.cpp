// Why long messages take longer in output-driven routers on the mesh (fs-lengths): what comes of
// the order in which output buffers are taken, and what of the side that chooses. An input-driven
// router with round robin has the order of the output-driven one (footnote 1 of Fulgham and
// Snyder).
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "papers/fs/columns.hpp"
#include "papers/fs/paper.hpp"
#include "report/saturation.hpp"

namespace wayfarer {
namespace {

constexpr const char* kNetworks[] = {"mesh16x16-star", "mesh16x16-triplex", "torus16x16-star",
                                     "torus16x16-triplex"};
constexpr unsigned kLengths[] = {10, 20, 80};
constexpr std::array<const char*, 4> kOrders = {kInputDriven, "input-driven-round-robin",
                                                "input-driven-random", kOutputDriven};
constexpr double kLoad = 0.5;

std::string cell_name(const char* network, unsigned length) {
  return fmt::format("{}, {} flits", network, length);
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "fs-orders";
  std::vector<std::string> names;
  for (const char* const network : kNetworks)
    for (const unsigned length : kLengths) {
      const std::string name = cell_name(network, length);
      if (name.find(options.only) == std::string::npos) continue;
      names.push_back(name);
      for (const char* const order : kOrders)
        result.points.push_back(saturation_run(cell_of_length(network, order, length), kLoad,
                                               options.seed, cycles_of_length(length, options)));
    }
  if (names.empty()) refuse_selection(options.only, cell_name(kNetworks[0], kLengths[0]));
  result.results = run_all(engines, result.points, options);
  for (std::size_t n = 0; n < names.size(); ++n) {
    std::array<double, kOrders.size()> latency{};
    std::array<double, kOrders.size()> busiest{};
    for (std::size_t i = 0; i < kOrders.size(); ++i) {
      const Measurements& measured = result.results[n * kOrders.size() + i]->measured;
      const std::vector<double>& channels = measured.channel_utilisation;
      latency[i] = measured.network_latency.mean;
      busiest[i] = 100 * *std::max_element(channels.begin(), channels.end());
    }
    result.note(names[n] + ": latency", latency);
    result.note(names[n] + ": busiest direction of a link, %", busiest);
  }
  result.conditions = length_conditions(options);
  result.conditions["load"] = kLoad;
  result.summarize("input-driven in fixed order, round robin, at random, then output-driven");
  return result;
}

}  // namespace

Experiment fs_orders() {
  return {"fs-orders", "adaptive routers by the order of their outputs, 10 to 80 flits", run,
          /*extra=*/true};
}

}  // namespace wayfarer
