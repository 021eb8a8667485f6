#include "experiments/saturation.hpp"

#include <functional>

#include "experiments/bisection.hpp"

namespace wayfarer {
namespace {

constexpr double kStep = 0.05;
constexpr unsigned kHighest = 30;  ///< In steps.
constexpr unsigned kRuns = 3;
constexpr Cycle kCoarseCycles = 10'000;

unsigned runs_of(const ReproductionOptions& options) {
  return options.runs == 0 ? kRuns : options.runs;
}

Cycle cycles_of(const ReproductionOptions& options) {
  return options.cycles == 0 ? kSaturationCycles : options.cycles;
}

/// A walk over the loads that asks for one run after the other.
class Search {
 public:
  virtual ~Search() = default;
  [[nodiscard]] virtual bool finished() const = 0;
  [[nodiscard]] virtual unsigned next() const = 0;  ///< The load of the next run, in steps.
  virtual void take(double growth) = 0;
};

class Coarse final : public Search {
 public:
  [[nodiscard]] bool finished() const override { return bisection_.finished(); }
  [[nodiscard]] unsigned next() const override { return bisection_.next(); }
  void take(double growth) override { bisection_.take(growth > kSaturationGrowth); }
  [[nodiscard]] unsigned knee() const { return bisection_.high(); }

 private:
  Bisection bisection_{0, kHighest};
};

/// Up from a load that does not saturate, or down to one.
class Walk final : public Search {
 public:
  explicit Walk(unsigned start) : at_(start == 0 ? 1 : start) {}

  [[nodiscard]] bool finished() const override {
    return (low_known_ && high_known_) || (high_known_ && at_ == 0) || at_ > kHighest;
  }
  [[nodiscard]] unsigned next() const override { return at_; }
  void take(double growth) override {
    const bool saturated = growth > kSaturationGrowth;
    (saturated ? high_known_ : low_known_) = true;
    (saturated ? growth_ : growth_below_) = growth;
    if (saturated) knee_ = at_;
    at_ = saturated ? at_ - 1 : at_ + 1;
  }
  [[nodiscard]] Saturation found() const { return {knee_ * kStep, growth_, growth_below_}; }

 private:
  unsigned at_;
  unsigned knee_ = kHighest + 1;
  bool low_known_ = false;
  bool high_known_ = false;
  double growth_ = 0;
  double growth_below_ = 0;
};

/// Runs searches side by side, a run of each that is not finished at a time.
template <typename SomeSearch>
void run_searches(std::vector<SomeSearch>& searches, const EngineFactory& engines,
                  const ReproductionOptions& options,
                  const std::function<Point(std::size_t, unsigned)>& point) {
  for (;;) {
    std::vector<Point> points;
    std::vector<SomeSearch*> asking;
    for (std::size_t i = 0; i < searches.size(); ++i) {
      if (searches[i].finished()) continue;
      asking.push_back(&searches[i]);
      points.push_back(point(i, searches[i].next()));
    }
    if (asking.empty()) return;
    const PointResults results = run_all(engines, points, options);
    for (std::size_t i = 0; i < asking.size(); ++i) asking[i]->take(results[i]->growth);
  }
}

}  // namespace

Point saturation_run(const SaturationCell& cell, double load, std::uint64_t seed, Cycle cycles) {
  Point point;
  point.config = cell.config;
  point.config.vc.seed = static_cast<unsigned>(seed);
  point.label = cell.name;
  point.options.traffic.pattern = cell.pattern;
  point.options.traffic.seed = seed;
  point.options.unit = LoadUnit::kMessages;
  point.options.load = load * cell.messages_at_one;
  point.options.cycles = cycles;
  point.options.warmup = cycles / 5;
  return point;
}

std::vector<Saturation> find_saturations(const EngineFactory& engines,
                                         const ReproductionOptions& options,
                                         const std::vector<SaturationCell>& cells) {
  const unsigned runs = runs_of(options);
  std::vector<Coarse> coarse(cells.size());
  run_searches(coarse, engines, options, [&](std::size_t i, unsigned steps) {
    return saturation_run(cells[i], steps * kStep, options.seed, kCoarseCycles);
  });
  std::vector<Walk> walks;
  for (const Coarse& search : coarse)
    for (unsigned run = 0; run < runs; ++run) walks.emplace_back(search.knee() - 1);
  run_searches(walks, engines, options, [&](std::size_t i, unsigned steps) {
    return saturation_run(cells[i / runs], steps * kStep, options.seed + i % runs,
                          cycles_of(options));
  });
  std::vector<Saturation> means(cells.size());
  for (std::size_t i = 0; i < walks.size(); ++i) {
    const Saturation found = walks[i].found();
    means[i / runs].load += found.load / runs;
    means[i / runs].growth += found.growth / runs;
    means[i / runs].growth_below += found.growth_below / runs;
  }
  return means;
}

Json saturation_conditions(const ReproductionOptions& options) {
  return {{"runs", runs_of(options)},
          {"first_seed", options.seed},
          {"cycles", cycles_of(options)},
          {"warmup", cycles_of(options) / 5},
          {"saturated", "(generated - delivered) / generated above 0.006"},
          {"step", kStep},
          {"engine", "model"}};
}

}  // namespace wayfarer
