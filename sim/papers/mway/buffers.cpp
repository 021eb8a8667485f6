// Mudawwar, Figures 7 and 8: size and number of buffers on the 16x16 5-way mesh.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 100'000;  ///< As in the paper.

/// Shares of the channel-load bound, from low load to well beyond saturation.
constexpr double kLoads[] = {0.1, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0, 1.1, 1.3};

constexpr double kShown = 400;  ///< Highest latency of Figures 7 and 8.

/// One figure: the same mesh with one parameter varied.
struct Study {
  std::string id;
  std::string title;
  std::string unit;  ///< "flit" or "buffer".
  std::vector<unsigned> values;
  std::function<void(MwayConfig&, unsigned)> set;

  [[nodiscard]] std::string label(unsigned value) const {
    return fmt::format("{} {}{}", value, unit, value == 1 ? "" : "s");
  }
};

std::vector<Point> points_of(const Study& study, const ReproductionOptions& options) {
  std::vector<Point> points;
  for (const unsigned value : study.values) {
    NetworkConfig config = load_config(find_config("mesh16x16"));
    study.set(mway_of(config), value);
    mway_of(config).classes = {};
    validate(config);
    for (const double load : kLoads) {
      points.push_back(uniform_point(config, load, options, kCycles));
      points.back().label = study.label(value);
    }
  }
  return points;
}

Picture picture(const Study& study, const Reproduction& result) {
  std::vector<Curve> curves;
  for (const unsigned value : study.values) {
    curves.push_back({study.label(value), {}});
    for (std::size_t i = 0; i < result.points.size(); ++i)
      if (result.points[i].label == study.label(value))
        curves.back().points.emplace_back(100 * result.results[i]->measured.utilisation,
                                          result.results[i]->measured.latency.mean);
  }
  return {study.id,
          {curves_panel({study.title, "traffic, % of channel cycles", "latency, cycles",
                         fmt::format("set yrange [0:{}]\nset xrange [0:80]\n", kShown) +
                             "set key inside top left reverse Left\n"
                             "set arrow from 70, graph 0 to 70, graph 1 nohead dashtype 2\n"
                             "set label \"the paper: at most 70 %\" at 70.5, graph 0.5 rotate\n"},
                        curves)}};
}

/// Runs the loads for every value and returns the highest ejection rate of each.
std::vector<double> run_study(const EngineFactory& engines, const ReproductionOptions& options,
                              const Study& study, Reproduction& result) {
  result.id = study.id;
  result.points = points_of(study, options);
  result.results = run_all(engines, result.points, options);
  std::vector<double> rates;
  double most_traffic = 0;
  double most_shown = 0;
  for (const unsigned value : study.values) {
    const Measurements& best =
        result.results[peak(result.points, result.results, study.label(value))]->measured;
    rates.push_back(best.accepted_flits);
    result.note(study.label(value) + ": peak ejection", best.accepted_flits);
    result.note(study.label(value) + ": traffic there", best.utilisation);
    result.note(study.label(value) + ": mean latency there", best.latency.mean);
    result.note(study.label(value) + ": standard deviation of the latency there", best.latency.sd);
  }
  for (const auto& point : result.results) {
    const double traffic = point->measured.utilisation;
    most_traffic = std::max(most_traffic, traffic);
    if (point->measured.latency.mean <= kShown) most_shown = std::max(most_shown, traffic);
  }
  // "The traffic of Figures 7 and 8 did not exceed 70%" is a sentence on the figures, which end at
  // a latency of about 400 cycles.
  result.claim(fmt::format("most traffic at latencies up to {} cycles", kShown),
               "does not exceed 70 %", most_shown, most_shown <= 0.70);
  result.note("most traffic of all runs", most_traffic);
  result.conditions = peak_conditions("config", "mesh16x16", result.points.front().options, kLoads);
  result.pictures.push_back(picture(study, result));
  return rates;
}

Reproduction run_fig7(const EngineFactory& engines, const ReproductionOptions& options) {
  const Study study{"mway-fig7",
                    "Figure 7: one buffer a set, its size varied",
                    "flit",
                    {1, 2, 4, 8, 16, 32, 64, 128},
                    [](MwayConfig& router, unsigned size) {
                      router.buffers = 1;
                      router.depth = size;
                    }};
  Reproduction result;
  const std::vector<double> rate = run_study(engines, options, study, result);
  const double to_eight = rate[3] / rate[0] - 1;
  const double beyond = *std::max_element(rate.begin() + 5, rate.end()) / rate[4] - 1;
  constexpr double kLarge = 0.25;  ///< The paper gives no number for "significantly".
  result.claim("gain from 1 to 8 flits", "significant", to_eight, to_eight > kLarge);
  result.claim("gain beyond 16 flits", "little (below 10 %)", beyond, beyond < 0.10);
  result.note("gain from 8 to 128 flits", rate[7] / rate[3] - 1);
  result.summarize(fmt::format("1 to 8 flits gains {:.1f} %, more than 16 gain {:.1f} %",
                               100 * to_eight, 100 * beyond));
  return result;
}

Reproduction run_fig8(const EngineFactory& engines, const ReproductionOptions& options) {
  const Study study{"mway-fig8",
                    "Figure 8: buffers of two flits, their number varied",
                    "buffer",
                    {1, 2, 4, 8, 16},
                    [](MwayConfig& router, unsigned number) {
                      router.buffers = number;
                      router.depth = 2;
                    }};
  Reproduction result;
  const std::vector<double> rate = run_study(engines, options, study, result);
  const double to_four = rate[2] / rate[0] - 1;
  const double beyond = rate[4] / rate[2] - 1;
  result.claim("gain from 1 to 4 buffers", "justifiable (above that from 4 to 16)", to_four,
               to_four > std::max(beyond, 0.10));
  result.claim("gain from 4 to 16 buffers", "not significant (below 6 %)", beyond, beyond < 0.06);
  result.summarize(
      fmt::format("1 to 4 buffers gain {:.1f} %, 4 to 16 {:.1f} %", 100 * to_four, 100 * beyond));
  return result;
}

}  // namespace

Experiment mway_fig7() {
  return {"mway-fig7", "latency and traffic of the 16x16 mesh for buffers of 1 to 128 flits",
          run_fig7};
}

Experiment mway_fig8() {
  return {"mway-fig8", "latency and traffic of the 16x16 mesh for 1 to 16 buffers", run_fig8};
}

}  // namespace wayfarer
