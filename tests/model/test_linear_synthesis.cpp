// Synthesized schedules: the least sum of periods, against all periods tried one by one and against
// uniform-tight.
#include "family/linear/synthesis.hpp"

#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

#include "family/linear/bounds.hpp"
#include "family/linear/random.hpp"
#include "family/linear/schedule.hpp"

using namespace wayfarer;
using Cycles = std::vector<Cycle>;

namespace {

constexpr std::uint64_t kEnough = 1'000'000;

Cycle sum(const Cycles& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), Cycle{0});
}

Cycles bounds_of(const LinearTopology& topology, const Cycles& flits, const Cycles& periods) {
  std::vector<PeriodicMessage> messages;
  for (std::size_t i = 0; i < flits.size(); ++i) messages.push_back({periods[i], flits[i]});
  return proven_bounds(topology, messages, Cycles(flits.size(), kNever));
}

bool feasible(const Cycles& bounds, const Cycles& periods, const Cycles& limits) {
  for (std::size_t i = 0; i < bounds.size(); ++i)
    if (bounds[i] > std::min(periods[i], limits[i])) return false;
  return true;
}

/// The least sum of feasible periods up to `most`, all of them tried.
Cycle least_sum(const LinearTopology& topology, const Cycles& flits, Cycle most,
                const Cycles& limits) {
  Cycle least = kNever;
  Cycles periods(flits.size(), 1);
  for (;;) {
    if (sum(periods) < least && feasible(bounds_of(topology, flits, periods), periods, limits))
      least = sum(periods);
    std::size_t host = 0;
    while (host < periods.size() && periods[host] == most) periods[host++] = 1;
    if (host == periods.size()) return least;
    ++periods[host];
  }
}

Cycles uniform_tight(const LinearTopology& topology, const Cycles& flits) {
  Cycles d;
  for (const HostSchedule& host : make_schedule(ScheduleKind::kUniformTight, topology, flits).hosts)
    d.push_back(host.d);
  return d;
}

}  // namespace

TEST_CASE("synthesis finds the least sum of periods that there is", "[synthesis]") {
  for (std::uint64_t number = 0; number < 40; ++number) {
    RandomLinear random(1, number);
    const unsigned hosts = 1 + random.below(3);
    const LinearTopology topology = LinearTopology::line(hosts);
    const Cycles flits = random.lengths(hosts, 5);
    const Cycle most = 2 * sum(flits);
    const Cycles start(hosts, most);
    CAPTURE(flits);
    const Cycles none(hosts, kNever);
    const Synthesis periods = synthesize(topology, flits, SynthesisLimit::kPeriods, start, kEnough);
    CHECK(periods.exhaustive);
    CHECK(feasible(periods.bounds, periods.periods, none));
    CHECK(sum(periods.periods) == least_sum(topology, flits, most, none));
    const Cycles lowest = uniform_tight(topology, flits);
    const Synthesis deadlines =
        synthesize(topology, flits, SynthesisLimit::kDeadlines, start, kEnough);
    CHECK(deadlines.exhaustive);
    CHECK(deadlines.bounds == lowest);
    CHECK(sum(deadlines.periods) == least_sum(topology, flits, most, lowest));
  }
}

TEST_CASE("equal lengths leave nothing to gain over uniform-tight, others do", "[synthesis]") {
  unsigned complete = 0;
  unsigned better = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    RandomLinear random(2, number);
    const LinearTopology topology(random.tree());
    const unsigned hosts = topology.hosts();
    if (hosts > 5) continue;
    const Cycles flits = random.lengths(hosts, 12);
    const Cycles start(hosts, 2 * sum(flits));
    CAPTURE(topology.tree(), flits);
    const Synthesis found = synthesize(topology, flits, SynthesisLimit::kPeriods, start, 20'000);
    if (!found.exhaustive) continue;
    ++complete;
    CHECK(sum(found.periods) <= hosts * sum(flits));
    const bool equal = std::count(flits.begin(), flits.end(), flits.front()) == hosts;
    if (equal) CHECK(sum(found.periods) == hosts * sum(flits));
    better += sum(found.periods) < hosts * sum(flits) ? 1 : 0;
    const Cycles lowest = uniform_tight(topology, flits);
    for (HostId host = 0; host < hosts; ++host) CHECK(found.bounds[host] >= lowest[host]);
  }
  CHECK(complete > 100);
  CHECK(better > 5);
}

TEST_CASE("a search that runs out of trials reports that, with feasible periods", "[synthesis]") {
  const LinearTopology topology = LinearTopology::line(6);
  const Cycles flits = {3, 50, 7, 21, 4, 30};
  const Cycles start(6, 2 * sum(flits));
  const Synthesis found = synthesize(topology, flits, SynthesisLimit::kPeriods, start, 50);
  CHECK_FALSE(found.exhaustive);
  CHECK(feasible(found.bounds, found.periods, Cycles(6, kNever)));
  CHECK(sum(found.periods) <= sum(start));
}
