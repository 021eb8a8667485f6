// Mudawwar, Figure 10: eleven networks of 512 processors.
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "family/mway/channel_load.hpp"
#include "family/mway/topology.hpp"
#include "family/registry.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 100'000;
constexpr double kLoads[] = {0.5, 0.7, 0.8, 0.9, 0.95, 1.0, 1.05, 1.1, 1.35, 1.6};

/// A network and the paper's text on it.
struct Case {
  const char* config;
  const char* name;
  unsigned routers;                ///< 0: not stated.
  std::optional<double> ejection;  ///< Flits per processor and cycle at saturation.
  std::optional<double> traffic;
};

/// Of all ejection rates. mway-starvation has them with ages of headers beside.
constexpr double kTolerance = 0.03;

const std::vector<Case>& cases() {
  static const std::vector<Case> list = {
      {"fig10-16x8-p4", "16x8xP4", 0, 0.019, 0.68},
      {"fig10-16x16-p2", "16x16xP2", 0, {}, {}},
      {"fig10-32x16-p1", "32x16xP1", 976, 0.039, {}},
      {"fig10-8x4x4-p4", "8x4x4xP4", 0, {}, {}},
      {"fig10-8x8x4-p2", "8x8x4xP2", 640, 0.047, {}},
      {"fig10-8x8x8-p1", "8x8x8xP1", 1344, {}, {}},
      {"fig10-4x4x4x4-p2", "4x4x4x4xP2", 0, {}, {}},
      {"fig10-8x4x4x4-p1", "8x4x4x4xP1", 1600, {}, {}},
      {"fig10-7d-hc-p4", "7D-HCxP4", 448, 0.051, {}},
      {"fig10-8d-hc-p2", "8D-HCxP2", 1024, {}, {}},
      {"fig10-9d-hc-p1", "9D-HCxP1", 0, 0.17, 0.95},
  };
  return list;
}

std::vector<Point> points_of(const ReproductionOptions& options) {
  std::vector<Point> points;
  for (const Case& network : cases()) {
    const NetworkConfig config = load_config(find_config(network.config));
    for (const double load : kLoads)
      points.push_back(uniform_point(config, load, options, kCycles));
  }
  return points;
}

/// The effect of deep overload on the mean rate and on the fairness among the sources.
void note_overload(const std::string& name, const std::string& label, double bound,
                   Reproduction& result) {
  const std::size_t most = peak(result.points, result.results, label, HUGE_VAL);
  const Measurements& measured = result.results[most]->measured;
  result.note(
      fmt::format("{} peak over all loads (at {:g})", name, result.points[most].options.load.value),
      measured.accepted_flits);
  result.note(name + " that over bound", measured.accepted_flits / bound);
  result.note(name + " fairness there", measured.fairness);
}

/// Rows of one network; returns its highest ejection rate.
double compare_case(const Case& network, Reproduction& result) {
  const std::string name = network.name;
  const std::size_t best = peak(result.points, result.results, network.config);
  const NetworkConfig& config = result.points[best].config;
  const Measurements& measured = result.results[best]->measured;
  const auto routers = static_cast<double>(MwayTopology(config.topology).routers().size());
  if (network.routers != 0)
    result.compare(name + " routers", network.routers, routers, 0);
  else
    result.note(name + " routers", routers);
  if (network.ejection)
    result.compare(name + " peak ejection", *network.ejection, measured.accepted_flits, kTolerance);
  else
    result.note(name + " peak ejection", measured.accepted_flits);
  if (network.traffic)
    result.compare_absolute(name + " traffic there", *network.traffic, measured.utilisation, 0.02);
  else
    result.note(name + " traffic there", measured.utilisation);

  if (network.ejection && network.traffic) {
    // Section 5.3: what processors inject and eject, and what routers transfer.
    const auto own = [&](double rate) { return 2 * config.topology.processors * rate; };
    constexpr double kShares = 0.02;
    result.compare_absolute(name + " traffic of injection and ejection", own(*network.ejection),
                            own(measured.accepted_flits), kShares);
    result.compare_absolute(name + " traffic between routers",
                            *network.traffic - own(*network.ejection),
                            measured.utilisation - own(measured.accepted_flits), kShares);
  }

  const double bound = channel_load(config).bound();
  result.note(name + " channel-load bound", bound);
  // Of all traffic at equal rates; the paper has no such bound.
  result.note(name + " peak over bound", measured.accepted_flits / bound);
  note_overload(name, network.config, bound, result);
  return measured.accepted_flits;
}

void compare_orders(Reproduction& result) {
  const auto rate = [&](const char* config) {
    return result.results[peak(result.points, result.results, config)]->measured.accepted_flits;
  };
  const auto order = [&](const char* cell, const char* high, const char* low) {
    result.claim(cell, "outperforms", rate(high) / rate(low), rate(high) > rate(low));
  };
  order("7D-HCxP4 over 8x8x4xP2", "fig10-7d-hc-p4", "fig10-8x8x4-p2");
  order("8x8x4xP2 over 32x16xP1", "fig10-8x8x4-p2", "fig10-32x16-p1");
  order("8D-HCxP2 over 8x8x8xP1", "fig10-8d-hc-p2", "fig10-8x8x8-p1");
  constexpr double kClose = 0.10;  ///< The paper gives no number for "comes close to".
  const double ratio = rate("fig10-8d-hc-p2") / rate("fig10-8x4x4x4-p1");
  result.claim("8D-HCxP2 over 8x4x4x4xP1", "comes close (within 10 %)", ratio,
               std::abs(ratio - 1) <= kClose);
}

void claim_ends(Reproduction& result, const std::vector<double>& rates) {
  bool highest = true;
  bool lowest = true;
  for (const double rate : rates) {
    highest = highest && rate <= rates.back();
    lowest = lowest && rate >= rates.front();
  }
  result.claim("9D-HCxP1 is the highest of all", "yes", highest, highest);
  result.claim("16x8xP4 is the lowest of all", "yes", lowest, lowest);
}

/// As in the paper: networks of two and three dimensions, then of four and more.
Panel panel(const Reproduction& result, bool low_dimensional) {
  constexpr double kTop = 400;
  constexpr unsigned kTriangle = 11;
  std::vector<Curve> curves;
  std::vector<Curve> papers;
  for (const Case& network : cases()) {
    const NetworkConfig config = load_config(find_config(network.config));
    if ((config.topology.extents.size() <= 3) != low_dimensional) continue;
    if (network.ejection)
      papers.push_back(paper_points(papers.empty() ? "the paper's rate at saturation" : "",
                                    {{100 * *network.ejection, 0.97 * kTop}},
                                    static_cast<unsigned>(curves.size()), kTriangle));
    const auto number = static_cast<unsigned>(curves.size());
    curves.push_back({network.name, {}, curve_style(number) + " pointtype 7 pointsize 0.5"});
    for (std::size_t i = 0; i < result.points.size(); ++i)
      if (result.points[i].config.name == network.config)
        curves.back().points.emplace_back(100 * result.results[i]->measured.accepted_flits,
                                          result.results[i]->measured.latency.mean);
  }
  curves.insert(curves.end(), papers.begin(), papers.end());
  return curves_panel({low_dimensional ? "two and three dimensions" : "four to nine dimensions",
                       "ejection rate, % of channel cycles per processor", "latency, cycles",
                       fmt::format("set yrange [0:{}]\nset logscale x\nset xrange [{}]\n"
                                   "set xtics (1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20)\n"
                                   "set key inside top left reverse Left samplen 1\n",
                                   kTop, low_dimensional ? "0.4:10" : "1:20")},
                      curves);
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-fig10";
  result.points = points_of(options);
  result.results = run_all(engines, result.points, options);
  std::vector<double> rates;
  for (const Case& network : cases()) rates.push_back(compare_case(network, result));
  compare_orders(result);
  claim_ends(result, rates);
  result.conditions = peak_conditions("configs", "fig10-*", result.points.front().options, kLoads);
  result.pictures.push_back({result.id, {panel(result, true), panel(result, false)}, 2});
  result.summarize("");
  return result;
}

}  // namespace

std::vector<std::string> fig10_configs() {
  std::vector<std::string> configs;
  for (const Case& network : cases()) configs.emplace_back(network.config);
  return configs;
}

Experiment mway_fig10() {
  return {"mway-fig10", "ejection rate and traffic of eleven networks of 512 processors", run};
}

}  // namespace wayfarer
