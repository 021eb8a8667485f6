// Anti-starvation by the ages of headers, beyond the paper: what it changes in the networks of
// Figures 9 and 10, and why the map of Figure 9 is skewed without it.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "family/mway/channel_load.hpp"
#include "family/mway/config.hpp"
#include "family/mway/model.hpp"
#include "family/registry.hpp"
#include "papers/mway/mesh_map.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr const char* kMesh = "mesh16x16";
constexpr Cycle kCycles = 100'000;
/// Length of the runs of the eleven networks: enough to tell a wait that ends from one that does
/// not.
constexpr Cycle kNetworkCycles = 15'000;
constexpr unsigned kSeeds = 8;

constexpr double kBelow = 0.5;
constexpr double kSaturation = 1.0;
constexpr double kOverload = 1.2;
constexpr double kPeakLoads[] = {kSaturation, 1.1};

constexpr MwayVariant kVariants[] = {MwayVariant::kPaper, MwayVariant::kAged};

const char* with(MwayVariant variant) { return variant == MwayVariant::kAged ? "with" : "without"; }

/// The label that the points of one table row share.
std::string label_of(const std::string& network, MwayVariant variant) {
  return fmt::format("{} {}", network, with(variant));
}

Point point_of(const std::string& network, MwayVariant variant, double load, Cycle cycles,
               std::uint64_t seed, const ReproductionOptions& options) {
  NetworkConfig config = load_config(find_config(network));
  mway_of(config).variant = variant;
  validate(config);
  Point point = uniform_point(config, load, options, cycles);
  point.label = label_of(network, variant);
  point.options.seed = seed;
  return point;
}

std::vector<Point> points_of(const ReproductionOptions& options) {
  const unsigned seeds = options.runs == 0 ? kSeeds : options.runs;
  std::vector<Point> points;
  for (const MwayVariant variant : kVariants) {
    points.push_back(point_of(kMesh, variant, kBelow, kCycles, options.seed, options));
    for (const double load : {kSaturation, kOverload})
      for (unsigned seed = 0; seed < seeds; ++seed)
        points.push_back(point_of(kMesh, variant, load, kCycles, options.seed + seed, options));
    for (const std::string& network : fig10_configs()) {
      points.push_back(point_of(network, variant, kBelow, kNetworkCycles, options.seed, options));
      for (const double load : kPeakLoads)
        points.push_back(point_of(network, variant, load, kNetworkCycles, options.seed, options));
      for (unsigned seed = 0; seed < seeds; ++seed)
        points.push_back(
            point_of(network, variant, kOverload, kNetworkCycles, options.seed + seed, options));
    }
  }
  return points;
}

/// The results of a network's runs at one load.
class Runs {
 public:
  Runs(const Reproduction& result, const std::string& label, double load) {
    for (std::size_t i = 0; i < result.points.size(); ++i)
      if (result.points[i].label == label && result.points[i].options.load.value == load)
        runs_.push_back(&*result.results[i]);
  }

  using Value = std::function<double(const SimulationResult&)>;
  [[nodiscard]] double mean(const Value& value) const {
    return std::accumulate(
               runs_.begin(), runs_.end(), 0.0,
               [&](double sum, const SimulationResult* run) { return sum + value(*run); }) /
           static_cast<double>(runs_.size());
  }
  [[nodiscard]] double greatest(const Value& value) const {
    double most = 0;
    for (const SimulationResult* run : runs_) most = std::max(most, value(*run));
    return most;
  }
  [[nodiscard]] const SimulationResult& first() const { return *runs_.front(); }

 private:
  std::vector<const SimulationResult*> runs_;
};

/// In the network, of a message that is still there as well.
double longest_wait(const SimulationResult& run) {
  return static_cast<double>(std::max(run.measured.network_latency.max, run.oldest_in_flight));
}
double accepted(const SimulationResult& run) { return run.measured.accepted_flits; }
double fairness(const SimulationResult& run) { return run.measured.fairness; }
double first_corner(const SimulationResult& run) {
  return run.measured.channel_utilisation.front();
}
double last_corner(const SimulationResult& run) { return run.measured.channel_utilisation.back(); }

/// Both values in one cell, with four digits after the point.
std::vector<double> pair(double first, double second) {
  return {std::round(1e4 * first) / 1e4, std::round(1e4 * second) / 1e4};
}

void note_latency(Reproduction& result, const std::string& network) {
  const Runs without(result, label_of(network, MwayVariant::kPaper), kBelow);
  const Runs ages(result, label_of(network, MwayVariant::kAged), kBelow);
  result.note(fmt::format("{}: latency at {:g} without, with ages", network, kBelow),
              pair(without.first().measured.latency.mean, ages.first().measured.latency.mean));
}

void note_mesh(Reproduction& result) {
  const double bound = channel_load(load_config(find_config(kMesh))).bound();
  for (const double load : {kSaturation, kOverload}) {
    for (const MwayVariant variant : kVariants) {
      const Runs runs(result, label_of(kMesh, variant), load);
      const std::string where = fmt::format("{} at {:g} {} ages: ", kMesh, load, with(variant));
      result.note(where + "longest wait, cycles", runs.greatest(longest_wait));
      result.note(where + "accepted over bound", runs.mean(accepted) / bound);
      result.note(where + "fairness", runs.mean(fairness));
      result.note(where + "corners (0, 0), (15, 15)",
                  pair(runs.mean(first_corner), runs.mean(last_corner)));
    }
  }
  note_latency(result, kMesh);
}

void note_networks(Reproduction& result) {
  for (const std::string& network : fig10_configs()) {
    const double bound = channel_load(load_config(find_config(network))).bound();
    for (const MwayVariant variant : kVariants) {
      const Runs runs(result, label_of(network, variant), kOverload);
      const std::string where = fmt::format("{} {} ages: ", network, with(variant));
      result.note(where + "longest wait, cycles", runs.greatest(longest_wait));
      result.note(where + "accepted over bound", runs.mean(accepted) / bound);
      result.note(where + "fairness", runs.mean(fairness));
      const std::size_t best = peak(result.points, result.results, label_of(network, variant));
      result.note(where + "peak ejection (Figure 10)",
                  result.results[best]->measured.accepted_flits);
    }
    note_latency(result, network);
  }
}

/// An order of the five members of a channel on the ring of priorities. Their identifiers are
/// DIM0+ 0, DIM0- 1, DIM1+ 2, DIM1- 3 and the processor 4.
struct RingStudy {
  const char* name;
  std::vector<unsigned> order;
};
const std::vector<RingStudy>& ring_studies() {
  static const std::vector<RingStudy> studies = {
      {"the paper's order", {0, 1, 2, 3, 4}},
      {"ring reversed", {4, 3, 2, 1, 0}},
      {"DIM+ and DIM- exchanged", {1, 0, 3, 2, 4}},
      {"processor between the dimensions", {0, 1, 4, 2, 3}}};
  return studies;
}

/// Makes models with another order on the ring.
class RingFactory final : public EngineFactory {
 public:
  explicit RingFactory(const std::vector<unsigned>& order) : order_(order) {}
  [[nodiscard]] std::unique_ptr<Network> make(const NetworkConfig& config, Engine,
                                              const EngineOptions&) const override {
    return make_mway_ring_study(config, order_);
  }

 private:
  const std::vector<unsigned>& order_;
};

void note_rings(Reproduction& result, const ReproductionOptions& options) {
  const unsigned seeds = options.runs == 0 ? kSeeds : options.runs;
  for (const RingStudy& study : ring_studies()) {
    Reproduction runs;
    for (unsigned seed = 0; seed < seeds; ++seed)
      runs.points.push_back(
          point_of(kMesh, MwayVariant::kPaper, kSaturation, kCycles, options.seed + seed, options));
    runs.results = run_all(RingFactory(study.order), runs.points, options);
    const Runs all(runs, label_of(kMesh, MwayVariant::kPaper), kSaturation);
    result.note(fmt::format("{}: corners (0, 0), (15, 15)", study.name),
                pair(all.mean(first_corner), all.mean(last_corner)));
  }
}

Picture picture(const Reproduction& result) {
  Picture picture{result.id, {}, static_cast<unsigned>(std::size(kVariants))};
  for (const MwayVariant variant : kVariants) {
    const Runs runs(result, label_of(kMesh, variant), kSaturation);
    picture.panels.push_back(
        mesh_map_panel(fmt::format("{} ages, load {:g} of the bound, {} cycles", with(variant),
                                   kSaturation, result.points.front().options.cycles),
                       mesh_map(runs.first().measured.channel_utilisation)));
  }
  return picture;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-starvation";
  result.points = points_of(options);
  result.results = run_all(engines, result.points, options);
  note_mesh(result);
  note_networks(result);
  note_rings(result, options);
  const RunOptions& first = result.points.front().options;
  result.conditions = {{"configs", "mesh16x16, fig10-*"},
                       {"loads", {kBelow, kSaturation, kPeakLoads[1], kOverload}},
                       {"unit", "normalized"},
                       {"cycles", first.cycles},
                       {"cycles of fig10-*", kNetworkCycles},
                       {"first seed", first.seed},
                       {"seeds at 1.0 and 1.2", options.runs == 0 ? kSeeds : options.runs},
                       {"engine", "model"}};
  result.pictures.push_back(picture(result));
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_starvation() {
  return {
      "mway-starvation",
      "the longest wait of the 16x16 mesh and eleven networks, with and without ages of headers",
      run, true};
}

}  // namespace wayfarer
