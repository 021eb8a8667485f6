// What two registered stages cost in cycles (docs/mway-pipelined.md): latency below saturation,
// and the peak of ejection, beside the paper's router. The paper has no stages.
#include <algorithm>

#include <fmt/format.h>

#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 30'000;
constexpr double kLoads[] = {0.1, 0.5, 0.9, 1.0, 1.2};
constexpr double kMostBelow = 0.5;

struct Case {
  std::string config;
  Stat stat;
  unsigned stages;
  unsigned depth;

  [[nodiscard]] std::string name() const {
    return fmt::format("{}, {} Stat, {}, depth {}", config,
                       stat == Stat::kExact ? "exact" : "cyclic",
                       stages == 0 ? "no stages" : "two stages", depth);
  }
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const char* const config : {"mesh4x4", "mesh16x16"})
    for (const Stat stat : {Stat::kExact, Stat::kCyclic})
      for (const unsigned stages : {0u, 2u})
        for (const unsigned depth : {2u, 4u}) list.push_back({config, stat, stages, depth});
  return list;
}

Point point_of(const Case& which, double load, const ReproductionOptions& options) {
  NetworkConfig config = load_config(find_config(which.config));
  MwayConfig& router = mway_of(config);
  router.variant = which.stages == 0 ? MwayVariant::kPaper : MwayVariant::kPipelined;
  router.stat = which.stat == Stat::kExact ? Stat::kAddressed : Stat::kCyclic;
  router.depth = which.depth;
  validate(config);
  Point point = uniform_point(config, load, options, kCycles);
  point.label = which.name();
  return point;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-stages";
  const std::vector<Case> all = cases();
  for (const Case& which : all)
    for (const double load : kLoads) result.points.push_back(point_of(which, load, options));
  result.results = run_all(engines, result.points, options);
  for (const Case& which : all) {
    const std::string name = which.name();
    for (std::size_t i = 0; i < result.points.size(); ++i) {
      const double load = result.points[i].options.load.value;
      if (result.points[i].label != name || load > kMostBelow) continue;
      result.note(fmt::format("{}: latency at load {:g}", name, load),
                  result.results[i]->measured.latency.mean);
    }
    result.note(name + ": peak ejection",
                result.results[peak(result.points, result.results, name)]->measured.accepted_flits);
  }
  result.conditions =
      peak_conditions("configs", "mesh4x4, mesh16x16", result.points.front().options, kLoads);
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_stages() {
  return {"mway-stages", "latency and peak of m-way routers with two registered stages", run, true};
}

}  // namespace wayfarer
