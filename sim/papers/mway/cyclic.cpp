// What the paper's 17 control lines cost: the networks of Figures 7 to 10 with cyclic Stat, which
// shows one receiver in each cycle, beside exact Stat, which shows all of them.
#include <algorithm>

#include <fmt/format.h>

#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "papers/mway/mesh_map.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 30'000;
constexpr double kBelow = 0.5;
constexpr double kSaturation = 1.0;
constexpr double kLoads[] = {kBelow, 0.9, kSaturation, kAroundSaturation};

struct Case {
  std::string name;
  std::string config;
  unsigned buffers;  ///< 0: those of the configuration.
  unsigned depth;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const unsigned depth : {1, 2, 8, 128})
    list.push_back({fmt::format("Figure 7, 1 x {}", depth), "mesh16x16", 1, depth});
  for (const unsigned buffers : {2, 4, 16})
    list.push_back({fmt::format("Figure 8, {} x 2", buffers), "mesh16x16", buffers, 2});
  for (const std::string& config : fig10_configs())
    list.push_back({"Figure 10, " + config.substr(std::string("fig10-").size()), config, 0, 0});
  return list;
}

std::string label_of(const Case& which, Stat stat) {
  return fmt::format("{}, {}", which.name, stat == Stat::kExact ? "exact" : "cyclic");
}

Point point_of(const Case& which, Stat stat, double load, const ReproductionOptions& options) {
  NetworkConfig config = load_config(find_config(which.config));
  MwayConfig& router = mway_of(config);
  router.stat = stat;
  if (which.buffers != 0) {
    router.buffers = which.buffers;
    router.depth = which.depth;
    router.classes = {};
  }
  validate(config);
  Point point = uniform_point(config, load, options, kCycles);
  point.label = label_of(which, stat);
  return point;
}

const Measurements& at(const Reproduction& result, const std::string& label, double load) {
  const auto point = std::find_if(
      result.points.begin(), result.points.end(),
      [&](const Point& each) { return each.label == label && each.options.load.value == load; });
  return result.results.at(static_cast<std::size_t>(point - result.points.begin()))->measured;
}

void note_case(const Case& which, Reproduction& result) {
  const std::string exact = label_of(which, Stat::kExact);
  const std::string cyclic = label_of(which, Stat::kCyclic);
  const auto rate = [&](const std::string& label) {
    return result.results[peak(result.points, result.results, label)]->measured.accepted_flits;
  };
  result.note(exact + ": peak ejection", rate(exact));
  result.note(cyclic + ": peak ejection", rate(cyclic));
  result.note(which.name + ": cyclic over exact", rate(cyclic) / rate(exact));
  result.note(which.name + fmt::format(": latency at load {:g}, cyclic over exact", kBelow),
              at(result, cyclic, kBelow).latency.mean / at(result, exact, kBelow).latency.mean);
}

/// Figure 9 is the network of Figure 8 with four buffers, at saturation.
void note_figure9(const Case& which, Reproduction& result, std::vector<Panel>& panels) {
  for (const Stat stat : {Stat::kExact, Stat::kCyclic}) {
    const std::string label = label_of(which, stat);
    const MeshMap map = mesh_map(at(result, label, kSaturation).channel_utilisation);
    const MeshExtremes found = mesh_extremes(map);
    const std::string name = stat == Stat::kExact ? "Figure 9, exact" : "Figure 9, cyclic";
    result.note(name + ": corners (least)", found.least_corner);
    result.note(name + ": corners (greatest)", found.greatest_corner);
    result.note(name + ": centre (least of the four channels)", found.least_centre);
    panels.push_back(mesh_map_panel(fmt::format("{} Stat, load {:g} of the bound, {} cycles", name,
                                                kSaturation, result.points.front().options.cycles),
                                    map));
  }
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-cyclic";
  const std::vector<Case> all = cases();
  for (const Case& which : all)
    for (const Stat stat : {Stat::kExact, Stat::kCyclic})
      for (const double load : kLoads)
        result.points.push_back(point_of(which, stat, load, options));
  result.results = run_all(engines, result.points, options);
  for (const Case& which : all) note_case(which, result);
  std::vector<Panel> panels;
  const auto figure9 = std::find_if(all.begin(), all.end(), [](const Case& which) {
    return which.config == "mesh16x16" && which.buffers == 4;
  });
  note_figure9(*figure9, result, panels);
  result.conditions =
      peak_conditions("configs", "mesh16x16, fig10-*", result.points.front().options, kLoads);
  result.pictures.push_back({result.id, panels, 2});
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_cyclic() {
  return {"mway-cyclic", "the networks of Figures 7 to 10 with cyclic Stat beside exact Stat", run,
          true};
}

}  // namespace wayfarer
