// Mudawwar, Figure 9: the distribution of traffic over the channels of a saturated 16x16 mesh.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "papers/mway/mesh_map.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 100'000;

/// Shares of the channel-load bound: where the centre is full, and well beyond, where the sources
/// no longer get equal rates.
constexpr double kSaturation = 1.0;
constexpr double kOverload = 1.2;

void note_overload(Reproduction& result, const Measurements& measured) {
  const MeshExtremes overload = mesh_extremes(mesh_map(measured.channel_utilisation));
  const std::string where = fmt::format("load {:g}: ", kOverload);
  result.note(where + "centre (least of the four channels)", overload.least_centre);
  result.note(where + "corners (mean of four)", overload.mean_corner);
  result.note(where + "corners (least)", overload.least_corner);
  result.note(where + "mean traffic", measured.utilisation);
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-fig9";
  const NetworkConfig config = load_config(find_config("mesh16x16"));
  for (const double load : {kSaturation, kOverload})
    result.points.push_back(uniform_point(config, load, options, kCycles));
  result.results = run_all(engines, result.points, options);
  const Measurements& measured = result.results[0]->measured;
  const MeshMap map = mesh_map(measured.channel_utilisation);
  const MeshExtremes found = mesh_extremes(map);

  result.claim("centre (least of the four channels)", "about 100 % (above 94 %)",
               found.least_centre, found.least_centre > 0.94);
  result.note("centre (greatest)", found.greatest_centre);
  result.note("corners (mean of four)", found.mean_corner);
  result.claim("corners (least)", "about 20 % (10 to 20 %)", found.least_corner,
               found.least_corner >= 0.10);
  result.claim("corners (greatest)", "about 20 % (10 to 20 %)", found.greatest_corner,
               found.greatest_corner <= 0.20);
  result.note("mean traffic", measured.utilisation);
  note_overload(result, result.results[1]->measured);
  for (unsigned y = 0; y < kMeshExtent; ++y) result.note(fmt::format("row y = {}", y), map[y]);

  const RunOptions& run = result.points.front().options;
  result.conditions = {{"config", "mesh16x16"}, {"load", run.load.value},   {"unit", "normalized"},
                       {"cycles", run.cycles},  {"warmup", warmup_of(run)}, {"seed", run.seed},
                       {"engine", "model"}};
  result.pictures.push_back(
      {result.id,
       {mesh_map_panel(fmt::format("Figure 9: load {:g} of the bound, {} cycles; the paper: centre "
                                   "about 1, corners about 0.2",
                                   kSaturation, options.cycles_or(kCycles)),
                       map)}});
  result.summarize(fmt::format("centre {:.1f} %, corners {:.1f} to {:.1f} %",
                               100 * found.least_centre, 100 * found.least_corner,
                               100 * found.greatest_corner));
  return result;
}

}  // namespace

Experiment mway_fig9() {
  return {"mway-fig9", "utilisation of each channel of the saturated 16x16 mesh (heat map)", run};
}

}  // namespace wayfarer
