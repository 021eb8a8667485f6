// Mudawwar, section 5.2: the uneven load of a mesh's channels "can be alleviated using a torus
// network, but with added cost. It can also be alleviated if the generated traffic exploits
// locality." The paper has no measurement of either.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"
#include "family/registry.hpp"
#include "papers/mway/mesh_map.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 50'000;
/// Shares of the channel-load bound of uniform traffic on the same network.
constexpr double kLoads[] = {0.5, 0.8, 0.9, 1.0, 1.1, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
constexpr double kMostUniform = 1.1;

struct Case {
  std::string name;
  bool torus;
  std::string classes;  ///< Classes of the torus, as --set takes them; empty: one class.
  std::string pattern;

  [[nodiscard]] bool local() const { return pattern != "uniform"; }
  [[nodiscard]] NetworkConfig config() const {
    NetworkConfig config = load_config(find_config("mesh16x16"));
    set_key(config, "topology.kind", torus ? "torus" : "mesh");
    if (!classes.empty()) set_key(config, "router.classes", classes);
    config.name = name;
    validate(config);
    return config;
  }
};

const std::vector<Case>& cases() {
  static const std::vector<Case> list = {
      {"mesh, uniform", false, "", "uniform"},
      {"torus, uniform, classes of 2 and 2 buffers", true, "0:1/2:3", "uniform"},
      {"torus, uniform, classes of 1 and 3 buffers", true, "0/1:2:3", "uniform"},
      {"mesh, within 4 routers", false, "", "local:4"},
      {"mesh, within 2 routers", false, "", "local:2"},
  };
  return list;
}

struct Spread {
  double least;
  double mean;
  double greatest;

  [[nodiscard]] double evenness() const { return mean / greatest; }
};

Spread spread_of(const std::vector<double>& channels) {
  const auto [least, greatest] = std::minmax_element(channels.begin(), channels.end());
  const double sum = std::accumulate(channels.begin(), channels.end(), 0.0);
  return {*least, sum / static_cast<double>(channels.size()), *greatest};
}

/// Writes the rows of a case; returns the spread at its peak.
Spread note_case(const Case& which, Reproduction& result, std::vector<Panel>& panels) {
  const std::size_t best = peak(result.points, result.results, which.name, HUGE_VAL);
  const Measurements& measured = result.results[best]->measured;
  const Spread spread = spread_of(measured.channel_utilisation);
  const auto note = [&](const std::string& what, Json value) {
    result.note(fmt::format("{}: {}", which.name, what), std::move(value));
  };
  note("routers", MwayTopology(which.config().topology).routers().size());
  note("peak ejection", measured.accepted_flits);
  note("traffic at the peak: least channel", spread.least);
  note("traffic at the peak: mean", spread.mean);
  note("traffic at the peak: greatest channel", spread.greatest);
  panels.push_back(mesh_map_panel(which.name, mesh_map(measured.channel_utilisation)));
  return spread;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-torus";
  for (const Case& which : cases())
    for (const double load : kLoads) {
      if (load > kMostUniform && !which.local()) continue;
      result.points.push_back(uniform_point(which.config(), load, options, kCycles));
      result.points.back().options.traffic.pattern = parse_pattern(which.pattern);
    }
  result.results = run_all(engines, result.points, options);
  std::vector<Panel> panels;
  std::vector<Spread> spreads;
  for (const Case& which : cases()) spreads.push_back(note_case(which, result, panels));
  const auto claim = [&](const std::string& cell, const Spread& other) {
    result.claim(cell, "alleviated: more even than the mesh under uniform traffic",
                 other.evenness() / spreads.front().evenness(),
                 other.evenness() > spreads.front().evenness());
  };
  claim("mean over greatest traffic of a channel, torus", spreads[1]);
  claim("mean over greatest traffic of a channel, locality", spreads[4]);
  result.conditions = peak_conditions("config", "mesh16x16", result.points.front().options, kLoads);
  result.pictures.push_back({result.id, panels, 2});
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_torus() {
  return {"mway-torus", "traffic of the channels of a torus, and of a mesh under local traffic",
          run, true};
}

}  // namespace wayfarer
