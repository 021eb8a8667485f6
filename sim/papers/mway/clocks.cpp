// A clock for each channel (docs/mway-clocked.md): latency and peak of ejection beside the
// router with one clock, for several depths of the buffers; then with random phases, with
// frequencies within 10 % of a nominal one, and with one channel at half the frequency. Times are
// in periods of the nominal clock. The paper has no values.
#include <algorithm>

#include <fmt/format.h>

#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 30'000;
constexpr double kLow = 0.1;
constexpr double kLoads[] = {kLow, 0.9, 1.0, 1.2};
constexpr unsigned kDepth = 8;  ///< Hides the pointers' round trip.
constexpr unsigned kRuns = 3;   ///< Draws of clocks.

struct Case {
  std::string name;
  MwayVariant variant;
  unsigned depth;
  unsigned spread = 0, skew = 0, slow = 0;
  unsigned run = 0;
  double nominal = 1;  ///< Its period, in periods of the fastest clock, in which a run counts.

  [[nodiscard]] std::string label() const {
    return run == 0 ? fmt::format("depth {}, {}", depth, name)
                    : fmt::format("depth {}, {}, draw {}", depth, name, run);
  }
};

std::vector<Case> cases(unsigned runs) {
  std::vector<Case> list;
  for (const unsigned depth : {2u, 4u, 8u, 16u}) {
    list.push_back({"one clock", MwayVariant::kPaper, depth});
    list.push_back({"equal clocks", MwayVariant::kClocked, depth});
  }
  for (unsigned run = 1; run <= runs; ++run) {
    list.push_back({"random phases", MwayVariant::kClocked, kDepth, 0, 100, 0, run});
    // From 1.1 to 0.9 times the nominal frequency: periods of 1 to 1.22.
    list.push_back({"within 10 %", MwayVariant::kClocked, kDepth, 22, 100, 0, run, 1.1});
    list.push_back({"one channel at half speed", MwayVariant::kClocked, kDepth, 0, 0, 1, run});
  }
  return list;
}

Point point_of(const Case& which, double load, const ReproductionOptions& options) {
  NetworkConfig config = mway_config();
  config.name = "mesh8x8-clocks";
  config.topology = {TopologyKind::kMesh, {8, 8}, 1};
  MwayConfig& router = mway_of(config);
  router.depth = which.depth;
  router.variant = which.variant;
  router.clock_spread = which.spread;
  router.clock_skew = which.skew;
  router.clock_slow = which.slow;
  validate(config);
  Point point = uniform_point(config, load, options, kCycles);
  point.options.seed = options.seed + std::max(which.run, 1u) - 1;
  point.label = which.label();
  return point;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-clocks";
  const std::vector<Case> all = cases(options.runs == 0 ? kRuns : options.runs);
  for (const Case& which : all)
    for (const double load : kLoads) result.points.push_back(point_of(which, load, options));
  result.results = run_all(engines, result.points, options);
  for (const Case& which : all) {
    const std::string label = which.label();
    for (std::size_t i = 0; i < result.points.size(); ++i)
      if (result.points[i].label == label && result.points[i].options.load.value == kLow)
        result.note(fmt::format("{}: latency at load {:g}", label, kLow),
                    result.results[i]->measured.latency.mean / which.nominal);
    const std::size_t best = peak(result.points, result.results, label);
    result.note(label + ": peak ejection",
                result.results[best]->measured.accepted_flits * which.nominal);
  }
  result.conditions =
      peak_conditions("config", "8x8 mesh, one processor a channel, 4 buffers a set",
                      result.points.front().options, kLoads);
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_clocks() {
  return {"mway-clocks", "latency and peak of m-way routers with two clocks", run, true};
}

}  // namespace wayfarer
