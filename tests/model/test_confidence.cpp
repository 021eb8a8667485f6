// Confidence intervals that cover. Twenty runs with seeds of their own at half and at eight tenths
// of saturation, on a network of each family: of the runs' 95 % intervals at least 95 % hold the
// mean of the twenty, over all networks, for the latency and for the accepted load. Two hundred
// runs of two networks, also at nine tenths of the channel-load bound, where a run has only 15 to
// 25 times the time in which queues forget their lengths: at least 95 % of the intervals of
// latencies at each load, and of those of accepted loads altogether. Away from saturation,
// intervals are little wider than they would be if the error were known.
//
// State: the default lengths of `wayfarer run`. Parameters: network, load, seed. That each interval
// is not wider than it must be is held by test_statistics on series of known correlation.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "family/registry.hpp"
#include "runs/bisection.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;

namespace {

constexpr std::uint64_t kSeeds = 20;

/// The smallest shipped network of a family with 64 terminals, or else its largest.
NetworkConfig network_of(const Family& family) {
  constexpr std::uint32_t kEnough = 64;
  NetworkConfig chosen;
  std::uint32_t terminals = 0;
  for (const std::string& name : shipped_configs()) {
    NetworkConfig config = load_config(find_config(name));
    const std::uint32_t count = config.terminals();
    if (config.family() != family.name()) continue;
    if (terminals < kEnough ? count <= terminals : count < kEnough || count >= terminals) continue;
    terminals = count;
    chosen = std::move(config);
  }
  return chosen;
}

SimulationResult run(NetworkConfig config, double load, std::uint64_t seed) {
  config.own->use_seed(seed);
  RunOptions options;
  options.seed = seed;
  options.load.value = load;
  options.load.unit = LoadUnit::kNormalized;
  return run_simulation(*make_model(config), config, options);
}

/// The normalized load that saturates, in steps of .05.
double saturation_of(const NetworkConfig& config) {
  constexpr double kStep = 0.05;
  Bisection search(0, 24);
  while (!search.finished())
    search.take(run(config, kStep * search.next(), 1).verdict == Verdict::kSaturated);
  return kStep * search.high();
}

struct Interval {
  double mean;
  double half_width;
};

double mean_of(const std::vector<Interval>& intervals) {
  double mean = 0;
  for (const Interval& interval : intervals)
    mean += interval.mean / static_cast<double>(intervals.size());
  return mean;
}

/// The mean half-width over that of intervals from the means' own standard deviation.
double width_over_needed(const std::vector<Interval>& intervals) {
  const double mean = mean_of(intervals);
  const auto n = static_cast<double>(intervals.size());
  double square_sum = 0;
  double width = 0;
  for (const Interval& interval : intervals) {
    square_sum += (interval.mean - mean) * (interval.mean - mean);
    width += interval.half_width / n;
  }
  return width / (1.96 * std::sqrt(square_sum / (n - 1)));
}

/// How many of the intervals hold the mean of all means.
unsigned covering(const std::vector<Interval>& intervals) {
  const double mean = mean_of(intervals);
  unsigned covered = 0;
  for (const Interval& interval : intervals)
    covered += std::abs(interval.mean - mean) <= interval.half_width;
  return covered;
}

}  // namespace

TEST_CASE("95 of 100 confidence intervals hold the mean", "[confidence]") {
  unsigned runs = 0;
  unsigned latencies[2] = {};
  unsigned loads[2] = {};
  constexpr double kShares[2] = {0.5, 0.8};
  for (const Family* family : families()) {
    const NetworkConfig config = network_of(*family);
    const double saturation = saturation_of(config);
    for (unsigned i = 0; i < 2; ++i) {
      std::vector<Interval> latency;
      std::vector<Interval> load;
      for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const Measurements measured = run(config, kShares[i] * saturation, seed).measured;
        latency.push_back({measured.latency.mean, measured.latency.half_width});
        load.push_back({measured.accepted_flits, measured.accepted_flits_half_width});
      }
      latencies[i] += covering(latency);
      loads[i] += covering(load);
      fmt::print("{}, {} of saturation {:.2f}: latency {}, accepted {} of {}\n", config.name,
                 kShares[i], saturation, covering(latency), covering(load), kSeeds);
    }
    runs += kSeeds;
  }
  for (unsigned i = 0; i < 2; ++i) {
    INFO("share of saturation " << kShares[i] << ", of " << runs << " runs");
    CHECK(100 * latencies[i] >= 95 * runs);
    CHECK(100 * loads[i] >= 95 * runs);
  }
}

TEST_CASE("intervals of 200 runs hold the mean up to nine tenths of the bound", "[confidence]") {
  constexpr unsigned kRuns = 200;
  unsigned loads_covered = 0;
  unsigned runs = 0;
  for (const char* name : {"mesh4x4", "fs-mesh4x4-star"}) {
    const NetworkConfig config = load_config(find_config(name));
    for (const double share : {0.5, 0.8, 0.9}) {
      std::vector<Interval> latency;
      std::vector<Interval> load;
      for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
        const Measurements measured = run(config, share, seed).measured;
        latency.push_back({measured.latency.mean, measured.latency.half_width});
        load.push_back({measured.accepted_flits, measured.accepted_flits_half_width});
      }
      fmt::print(
          "{}, {} of the bound: latency {}, accepted {} of {}; {:.2f} and {:.2f} of the "
          "width needed\n",
          name, share, covering(latency), covering(load), kRuns, width_over_needed(latency),
          width_over_needed(load));
      INFO(name << " at " << share << " of the bound");
      CHECK(100 * covering(latency) >= 95 * kRuns);
      CHECK(100 * covering(load) >= 92 * kRuns);  // 95 less two deviations of this count
      loads_covered += covering(load);
      runs += kRuns;
      if (share < 0.9) CHECK(width_over_needed(latency) < 1.6);
      CHECK(width_over_needed(load) < 1.5);
    }
  }
  CHECK(100 * loads_covered >= 95 * runs);
}
