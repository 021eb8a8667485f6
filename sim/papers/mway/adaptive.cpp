// Adaptive routing and balanced classes beside dimension order (docs/mway-adaptive.md):
// latency below saturation, and the peak of ejection, by pattern. The paper has no values.
#include <algorithm>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 30'000;
/// Shares of the bound of uniform traffic in dimension order on the same network.
constexpr double kLoads[] = {0.2, 0.4, 0.6, 0.8, 0.9, 1.0, 1.2};
constexpr double kBelow = 0.4;   ///< Below saturation for all patterns,
constexpr double kNear = 0.8;    ///< and close to it for uniform traffic.
constexpr double kBeyond = 1.2;  ///< Beyond it: what remains of the peak.

struct Case {
  const char* network;
  TopologyKind kind;
  MwayVariant variant;
  Freeing freeing;
  MwayClasses classes{};  ///< For a torus in dimension order.
};

const Case kCases[] = {
    {"mesh, dimension order", TopologyKind::kMesh, MwayVariant::kPaper, Freeing::kEarly},
    {"mesh, dimension order, late freeing", TopologyKind::kMesh, MwayVariant::kPaper,
     Freeing::kLate},
    {"mesh, adaptive", TopologyKind::kMesh, MwayVariant::kAdaptive, Freeing::kLate},
    {"torus, classes of 2 and 2 buffers", TopologyKind::kTorus, MwayVariant::kPaper,
     Freeing::kEarly, split_classes(4, 2)},
    {"torus, classes of 1 and 3 buffers", TopologyKind::kTorus, MwayVariant::kPaper,
     Freeing::kEarly, split_classes(4, 1)},
    {"torus, balanced classes", TopologyKind::kTorus, MwayVariant::kBalanced, Freeing::kEarly},
    {"torus, adaptive", TopologyKind::kTorus, MwayVariant::kAdaptive, Freeing::kLate},
};
constexpr const char* kPatterns[] = {"uniform", "transpose", "bit-complement", "hotspot-1"};

NetworkConfig config_of(const Case& which) {
  NetworkConfig config = load_config(find_config("mesh16x16"));
  config.name = which.network;
  config.topology.kind = which.kind;
  MwayConfig& router = mway_of(config);
  router.freeing = which.freeing;
  router.variant = which.variant;
  router.classes = which.classes;
  validate(config);
  return config;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-adaptive";
  for (const char* const pattern : kPatterns)
    for (const Case& which : kCases)
      for (const double load : kLoads) {
        result.points.push_back(uniform_point(config_of(which), load, options, kCycles));
        result.points.back().options.traffic.pattern = parse_pattern(pattern);
        result.points.back().label = fmt::format("{}, {}", pattern, which.network);
      }
  result.results = run_all(engines, result.points, options);
  std::size_t next = 0;
  for (std::size_t i = 0; i < std::size(kPatterns) * std::size(kCases); ++i) {
    const std::string label = result.points[next].label;
    for (const double load : kLoads) {
      const Measurements& measured = result.results[next++]->measured;
      if (load == kBelow || load == kNear)
        result.note(fmt::format("{}: latency at load {:g}", label, load), measured.latency.mean);
      if (load == kBeyond)
        result.note(fmt::format("{}: ejection at load {:g}", label, load), measured.accepted_flits);
    }
    const std::size_t best = peak(result.points, result.results, label);
    result.note(label + ": peak ejection", result.results[best]->measured.accepted_flits);
  }
  result.conditions = peak_conditions("config", "mesh16x16", result.points.front().options, kLoads);
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_adaptive() {
  return {"mway-adaptive", "adaptive routing and balanced classes of m-way networks", run, true};
}

}  // namespace wayfarer
