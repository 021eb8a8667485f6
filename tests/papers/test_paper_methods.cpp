// The methods behind the experiments on papers: the assignment that an adversary solves, slopes,
// and the bounds of network calculus and of shapers, against brute force and closed forms. What
// experiments do with options that are not given, and with curves that have no points yet.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

#include "core/random.hpp"
#include "family/linear/schedule.hpp"
#include "papers/linear/calculus.hpp"
#include "papers/romm/assignment.hpp"
#include "papers/romm/curves.hpp"
#include "report/figure.hpp"
#include "report/reproduction.hpp"

using namespace wayfarer;

namespace {

using Weights = std::vector<std::vector<double>>;

double sum_of(const Weights& weights, const std::vector<std::size_t>& permutation) {
  double sum = 0;
  for (std::size_t row = 0; row < weights.size(); ++row) sum += weights[row][permutation[row]];
  return sum;
}

std::vector<PeriodicMessage> line_of(ScheduleKind kind, unsigned hosts, Cycle flits) {
  std::vector<PeriodicMessage> line;
  const Schedule schedule =
      make_schedule(kind, LinearTopology::line(hosts), std::vector<Cycle>(hosts, flits));
  for (const HostSchedule& host : schedule.hosts) line.push_back({host.period, host.flits});
  return line;
}

}  // namespace

TEST_CASE("the heaviest permutation is the best of all", "[romm]") {
  for (std::uint32_t draw = 0; draw < 50; ++draw)
    for (const std::size_t size : {1u, 2u, 5u, 6u}) {
      Weights weights(size, std::vector<double>(size));
      for (std::size_t row = 0; row < size; ++row)
        for (std::size_t column = 0; column < size; ++column) {
          Random random(draw, 0, Purpose::kDestination, 8 * row + column);
          weights[row][column] = random.below(20) / 4.0;
        }
      std::vector<std::size_t> each(size);
      std::iota(each.begin(), each.end(), 0);
      double best = 0;
      do best = std::max(best, sum_of(weights, each));
      while (std::next_permutation(each.begin(), each.end()));
      std::vector<std::size_t> found = heaviest_permutation(weights);
      CHECK(sum_of(weights, found) == Approx(best));
      std::sort(found.begin(), found.end());
      CHECK(std::unique(found.begin(), found.end()) == found.end());
    }
}

TEST_CASE("the least-squares slope", "[romm]") {
  CHECK(least_squares_slope({{0, 7}, {10, 27}}) == Approx(2));
  CHECK(least_squares_slope({{1, 1}, {2, 3}, {3, 2}}) == Approx(0.5));
  CHECK_THROWS_AS(least_squares_slope({{1, 1}, {1, 2}}), std::invalid_argument);
}

TEST_CASE("bounds of network calculus in closed form", "[linear]") {
  // Equal bursts e, rates 1/N: what the others leave is a share of 1/N after (N - 1) e / (1/N)
  // cycles, if bursts are paid once, and another e / (1/N) pass before the message has.
  for (const unsigned hosts : {1u, 2u, 5u, 16u}) {
    const auto line = line_of(ScheduleKind::kUniformTight, hosts, 16);
    CHECK(pay_once_bounds(line).back() == Approx(hosts * hosts * 16.0));
    // Of host 1 the others' bursts have grown on their ways.
    CHECK(pay_once_bounds(line).front() >= pay_once_bounds(line).back() * (1 - 1e-9));
    // Each switch sends the bursts of all hosts behind it, after the first one has stored them.
    CHECK(shaper_bounds(line).back() == Approx(16.0 * (hosts * (hosts + 1) / 2 + 1)));
  }
  // One switch: both analyses are the same.
  const auto two = line_of(ScheduleKind::kGreedy, 2, 10);
  CHECK(separate_flow_bounds(two).front() >= pay_once_bounds(two).front());
  const std::vector<PeriodicMessage> alone = {{20, 10}};
  CHECK(separate_flow_bounds(alone).front() == Approx(10));
  CHECK(pay_once_bounds(alone).front() == Approx(10));
}

TEST_CASE("bounds of other theories are above the proved ones, and infinite under overload",
          "[linear]") {
  for (const ScheduleKind kind : {ScheduleKind::kConservativeRepaired, ScheduleKind::kUniformTight})
    for (unsigned hosts = 2; hosts <= 12; ++hosts) {
      const Schedule schedule =
          make_schedule(kind, LinearTopology::line(hosts), std::vector<Cycle>(hosts, 16));
      const auto line = line_of(kind, hosts, 16);
      for (unsigned host = 0; host < hosts; ++host) {
        CHECK(separate_flow_bounds(line)[host] >= pay_once_bounds(line)[host] * (1 - 1e-9));
        CHECK(pay_once_bounds(line)[host] >=
              static_cast<double>(schedule.hosts[host].bound) * (1 - 1e-9));
      }
    }
  const std::vector<PeriodicMessage> over = {{10, 6}, {10, 6}};
  for (const auto& bounds : {shaper_bounds(over), separate_flow_bounds({{10, 10}, {10, 6}}),
                             pay_once_bounds({{10, 10}, {10, 6}})})
    CHECK(std::isinf(bounds.back()));
}

TEST_CASE("an experiment runs its own cycles unless others are named", "[reproduction]") {
  ReproductionOptions options;
  CHECK(options.cycles_or(500) == 500);
  options.cycles = 20;
  CHECK(options.cycles_or(500) == 20);
}

TEST_CASE("a panel whose curves have no points still has its axes", "[figure]") {
  // As when the first run of an experiment is interrupted.
  const Picture picture = figure({}, {}, {{"latency", "load", "cycles", {{0, {}}}}});
  REQUIRE(picture.panels.size() == 1);  // and no legend
  CHECK(picture.panels[0].data.empty());
  CHECK_THAT(picture.panels[0].script, Catch::Contains("set xrange [0:1]") &&
                                           Catch::Contains("set xlabel 'load'") &&
                                           Catch::EndsWith("plot NaN notitle\n"));
}
