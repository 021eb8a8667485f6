#include "report/saturation.hpp"
#include "family/mesh/config.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "runs/bisection.hpp"
#include "runs/search_rounds.hpp"

namespace wayfarer {
namespace {

constexpr double kStep = 0.05;
constexpr unsigned kHighest = 30;        ///< In steps.
constexpr Cycle kCoarseCycles = 10'000;  // at most

unsigned runs_of(const ReproductionOptions& options) {
  return options.runs == 0 ? kSaturationRuns : options.runs;
}

Cycle cycles_of(const ReproductionOptions& options) { return options.cycles_or(kSaturationCycles); }

bool saturates(const SimulationResult& result) { return result.growth > kSaturationGrowth; }

/// Finds the start of the walks by short runs of one seed.
class Coarse {
 public:
  Coarse(const SaturationCell& cell, std::uint64_t seed, Cycle cycles)
      : cell_(cell), seed_(seed), cycles_(std::min(cycles, kCoarseCycles)) {}

  [[nodiscard]] bool finished() const { return bisection_.finished(); }
  [[nodiscard]] Point next() const {
    return saturation_run(cell_, bisection_.next() * kStep, seed_, cycles_);
  }
  void take(const SimulationResult& result) { bisection_.take(saturates(result)); }
  [[nodiscard]] unsigned knee() const { return bisection_.high(); }

 private:
  const SaturationCell& cell_;
  std::uint64_t seed_;
  Cycle cycles_;
  Bisection bisection_{0, kHighest};
};

/// The walk of one seed: up from a load that does not saturate, or down to one.
class Walk {
 public:
  Walk(const SaturationCell& cell, std::uint64_t seed, Cycle cycles, unsigned start)
      : cell_(cell), seed_(seed), cycles_(cycles), at_(start == 0 ? 1 : start) {}

  [[nodiscard]] bool finished() const {
    return (low_known_ && high_known_) || (high_known_ && at_ == 0) || at_ > kHighest;
  }
  [[nodiscard]] Point next() const { return saturation_run(cell_, at_ * kStep, seed_, cycles_); }
  void take(const SimulationResult& result) {
    const bool saturated = saturates(result);
    (saturated ? high_known_ : low_known_) = true;
    (saturated ? growth_ : growth_below_) = result.growth;
    if (saturated) knee_ = at_;
    at_ = saturated ? at_ - 1 : at_ + 1;
  }
  [[nodiscard]] Saturation found() const {
    return {knee_ * kStep, growth_, growth_below_, 0, 0, 0};
  }

 private:
  const SaturationCell& cell_;
  std::uint64_t seed_;
  Cycle cycles_;
  unsigned at_;  ///< In steps, like kHighest and the knee.
  unsigned knee_ = kHighest + 1;
  bool low_known_ = false;
  bool high_known_ = false;
  double growth_ = 0;
  double growth_below_ = 0;
};

Saturation median_of(const std::vector<Walk>& walks) {
  std::vector<Saturation> found;
  for (const Walk& walk : walks) found.push_back(walk.found());
  std::sort(found.begin(), found.end(), [](const Saturation& a, const Saturation& b) {
    return std::pair(a.load, a.growth) < std::pair(b.load, b.growth);
  });
  Saturation median = found[(found.size() - 1) / 2];
  median.least = found.front().load;
  median.greatest = found.back().load;
  for (const Walk& walk : walks)
    median.mean += walk.found().load / static_cast<double>(walks.size());
  return median;
}

}  // namespace

Point saturation_run(const SaturationCell& cell, double load, std::uint64_t seed, Cycle cycles) {
  Point point;
  point.config = cell.config;
  mesh_of(point.config).seed = static_cast<unsigned>(seed);
  point.label = cell.name;
  point.options.traffic.pattern = cell.pattern;
  point.options.seed = seed;
  point.options.load = {load * cell.messages_at_one, LoadUnit::kMessages};
  point.options.cycles = cycles;
  point.options.warmup = cycles / 5;
  return point;
}

std::vector<Saturation> find_saturations(const EngineFactory& engines,
                                         const ReproductionOptions& options,
                                         const std::vector<SaturationCell>& cells) {
  const auto run = [&](const std::vector<Point>& points) {
    return run_all(engines, points, options);
  };
  std::vector<Coarse> coarse;
  for (const SaturationCell& cell : cells)
    coarse.emplace_back(cell, options.seed, cycles_of(options));
  search_in_rounds(coarse, run);
  const unsigned runs = runs_of(options);
  std::vector<Walk> walks;
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (unsigned seed = 0; seed < runs; ++seed)
      walks.emplace_back(cells[i], options.seed + seed, cycles_of(options), coarse[i].knee() - 1);
  search_in_rounds(walks, run);
  std::vector<Saturation> medians;
  for (std::size_t i = 0; i < cells.size(); ++i)
    medians.push_back(median_of({walks.begin() + static_cast<std::ptrdiff_t>(i * runs),
                                 walks.begin() + static_cast<std::ptrdiff_t>((i + 1) * runs)}));
  return medians;
}

Json saturation_conditions(const ReproductionOptions& options) {
  return {{"runs", runs_of(options)},
          {"first_seed", options.seed},
          {"cycles", cycles_of(options)},
          {"warmup", cycles_of(options) / 5},
          {"saturated",
           fmt::format("(generated - delivered) / generated above {:g}", kSaturationGrowth)},
          {"step", kStep},
          {"engine", "model"}};
}

}  // namespace wayfarer
