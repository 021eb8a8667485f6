// Paper 003, Figure 9: how traffic spreads over the channels of a saturated 16x16 mesh.
#include <algorithm>

#include <fmt/format.h>

#include "experiments/plot.hpp"
#include "experiments/reproduction.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kExtent = 16;
constexpr Cycle kCycles = 100'000;
constexpr double kSaturatingLoad = 1.2;  ///< Share of the channel-load bound.

using Map = std::vector<std::vector<double>>;

Map map_of(const std::vector<double>& channels) {
  Map map;
  for (unsigned y = 0; y < kExtent; ++y)
    map.emplace_back(channels.begin() + y * kExtent, channels.begin() + (y + 1) * kExtent);
  return map;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-fig9";
  const NetworkConfig config = load_config(find_config("mesh16x16"));
  result.points = {uniform_point(config, kSaturatingLoad, options, kCycles)};
  result.results = run_all(engines, result.points, options);
  const Measurements& measured = result.results[0]->measured;
  const Map map = map_of(measured.channel_utilisation);

  constexpr unsigned kMiddle = kExtent / 2;
  constexpr unsigned kLast = kExtent - 1;
  const auto [low_centre, high_centre] =
      std::minmax({map[kMiddle - 1][kMiddle - 1], map[kMiddle - 1][kMiddle],
                   map[kMiddle][kMiddle - 1], map[kMiddle][kMiddle]});
  const auto [low_corner, high_corner] =
      std::minmax({map[0][0], map[0][kLast], map[kLast][0], map[kLast][kLast]});
  result.claim("centre (least of the four channels)", "about 100 % (above 94 %)", low_centre,
               low_centre > 0.94);
  result.note("centre (greatest)", high_centre);
  result.claim("corners (least)", "about 20 % (10 to 20 %)", low_corner, low_corner >= 0.10);
  result.claim("corners (greatest)", "about 20 % (10 to 20 %)", high_corner, high_corner <= 0.20);
  result.note("mean traffic", measured.utilisation);
  for (unsigned y = 0; y < kExtent; ++y) result.note(fmt::format("row y = {}", y), map[y]);

  const SimulationOptions& run = result.points.front().options;
  result.conditions = {{"config", "mesh16x16"}, {"load", run.load}, {"unit", "normalized"},
                       {"cycles", run.cycles}, {"warmup", run.warmup},
                       {"seed", run.traffic.seed}, {"engine", "model"}};
  if (!options.plot_folder.empty())
    plot_heat_map(options.plot_folder, result.id, "Figure 9: utilisation of the 16x16 mesh", map);
  result.summarize(fmt::format("centre {:.1f} %, corners {:.1f} to {:.1f} %", 100 * low_centre,
                               100 * low_corner, 100 * high_corner));
  return result;
}

}  // namespace

Experiment mway_fig9() {
  return {"mway-fig9", "utilisation of each channel of the saturated 16x16 mesh (heat map)", run};
}

}  // namespace wayfarer
