// The worst-case phase search: it finds the worst cases of exhaustive trials and the misses of the
// paper's schedules, and breaks no proven bound.
#include "family/linear/search.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "family/linear/random.hpp"
#include "family/linear/trial.hpp"

using namespace wayfarer;
using Cycles = std::vector<Cycle>;

namespace {

SearchResult search(const Schedule& schedule, const LinearTopology& topology, std::uint64_t trials,
                    std::uint64_t seed = 1, bool upstream_first = false) {
  return search_phases(search_problem(schedule), on_trains(topology, schedule, upstream_first),
                       trials, seed);
}

Cycles responses(const SearchResult& result) {
  Cycles responses;
  for (const WorstCase& worst : result.hosts) responses.push_back(worst.response);
  return responses;
}

SearchResult worst_of(ScheduleKind kind, const Cycles& flits, std::uint64_t trials,
                      const ScheduleOptions& options = {}) {
  const LinearTopology line = LinearTopology::line(static_cast<unsigned>(flits.size()));
  return search(make_schedule(kind, line, flits, options), line, trials);
}

}  // namespace

TEST_CASE("the search finds the worst case of all phases") {
  for (std::uint64_t number = 0; number < 40; ++number) {
    RandomLinear random(5, number);
    const LinearTopology line = LinearTopology::line(2 + random.below(2));
    const Schedule schedule =
        make_schedule(ScheduleKind::kGreedy, line, random.lengths(line.hosts(), 6));
    const SearchResult all = search(schedule, line, 100'000);
    REQUIRE(all.exhaustive);
    const SearchResult some = search(schedule, line, 400);
    INFO("instance " << number);
    CHECK(misses(search_problem(schedule), some) == misses(search_problem(schedule), all));
    CHECK(responses(some)[0] == responses(all)[0]);
  }
}

TEST_CASE("a search starts with suspects, common release, headers that meet, and a ruler's marks") {
  const SearchProblem problem = {{1, 2, 3}, {4, 4, 4}, {800, 1600, 3200}, {8, 17, 34}};
  std::vector<Cycles> tried;
  const auto evaluate = [&](const Cycles& phases) {
    tried.push_back(phases);
    return Cycles(3, tried.size() == 1 ? 2 : 1);
  };
  const SearchResult result = search_phases(problem, evaluate, 12, 1, {}, {{5, 6, 7}, {7, 6, 5}});
  CHECK(result.trials == 12);
  const std::vector<Cycles> expected = {{5, 6, 7}, {7, 6, 5}, {0, 0, 0},       {3, 2, 1},
                                        {4, 2, 1}, {2, 2, 1}, {3, 3, 1},       {3, 1, 1},
                                        {3, 2, 2}, {3, 2, 0}, {403, 802, 1601}};
  REQUIRE(tried.size() == 12);
  CHECK(worst_phases(result)[1] == expected.front());
  tried.pop_back();
  CHECK(tried == expected);
}

TEST_CASE("equal seeds give equal results") {
  const LinearTopology line = LinearTopology::line(5);
  const Schedule schedule = make_schedule(ScheduleKind::kGreedy, line, Cycles(5, 8));
  const SearchResult first = search(schedule, line, 500, 3);
  const SearchResult second = search(schedule, line, 500, 3);
  CHECK(first.trials == 500);
  CHECK_FALSE(first.exhaustive);
  for (HostId host = 0; host < 5; ++host)
    CHECK(first.hosts[host].phases == second.hosts[host].phases);
}

TEST_CASE("theorem 1 as printed misses with unequal lengths, repaired it does not") {
  const Cycles flits = {50, 20, 30, 30};
  const ScheduleOptions strict{true, false};
  CHECK(responses(worst_of(ScheduleKind::kConservative, flits, 2000, strict))[1] == 151);
  CHECK(responses(worst_of(ScheduleKind::kConservativeRepaired, flits, 2000))[1] == 101);
}

TEST_CASE("upstream always first: the server's neighbour waits for all hosts") {
  const LinearTopology line = LinearTopology::line(8);
  const Schedule greedy = make_schedule(ScheduleKind::kGreedy, line, Cycles(8, 8));
  CHECK(responses(search(greedy, line, 500, 1, true))[0] > 4 * greedy.hosts[0].deadline());
}

TEST_CASE("short messages: strict periods help the conservative schedule, greedy fails") {
  const Cycles flits(5, 1);
  CHECK(responses(worst_of(ScheduleKind::kConservative, flits, 4000))[1] == 3 + 1 + 1);
  CHECK(responses(worst_of(ScheduleKind::kConservative, flits, 4000, {true, false}))[1] == 3 + 1);
  CHECK(responses(worst_of(ScheduleKind::kGreedy, Cycles(9, 4), 4000))[4] > 128 + 4);
}

TEST_CASE("equal lengths attain their bounds, and the paper's uniform deliveries fail") {
  const SearchResult greedy = worst_of(ScheduleKind::kGreedy, Cycles(6, 8), 4000);
  for (const HostId host : {0u, 1u, 2u, 3u}) CHECK(responses(greedy)[host] == (16u << host) + host);
  const SearchResult tight = worst_of(ScheduleKind::kUniformTight, Cycles(9, 16), 4000);
  for (HostId host = 0; host + 1 < 9; ++host)
    CHECK(responses(tight)[host] == 16 * (host + 2) + host);
  const SearchResult uniform = worst_of(ScheduleKind::kUniform, Cycles(9, 16), 4000);
  CHECK(responses(uniform)[0] == 32);
}

TEST_CASE("synthesized schedules have shorter periods and keep their deadlines") {
  for (const Cycles& flits : {Cycles{1, 7, 2, 9}, {1, 5, 5, 4}, {3, 1, 12}}) {
    const LinearTopology line = LinearTopology::line(static_cast<unsigned>(flits.size()));
    const Schedule uniform = make_schedule(ScheduleKind::kUniformTight, line, flits);
    for (const ScheduleKind kind : synthesized_kinds()) {
      const Schedule schedule = make_schedule(kind, line, flits);
      CHECK(schedule.least);
      CHECK(schedule.proven());
      CHECK(schedule.mean_period() <= uniform.mean_period());
      const SearchResult found = search(schedule, line, 40'000, 1);
      CHECK(found.exhaustive);
      for (HostId host = 0; host < flits.size(); ++host)
        CHECK(found.hosts[host].response <= schedule.hosts[host].deadline());
    }
  }
  const LinearTopology line = LinearTopology::line(4);
  CHECK(make_schedule(ScheduleKind::kLeastPeriod, line, {1, 7, 2, 9}).mean_period() == 70.0 / 4);
}

TEST_CASE("conservative schedules of trees hold") {
  unsigned attained = 0;
  unsigned earlier = 0;
  for (std::uint64_t number = 0; number < 1000; ++number) {
    RandomLinear random(7, number);
    const LinearTopology topology(random.tree());
    Cycles flits = random.lengths(topology.hosts(), 9);
    for (Cycle& length : flits) length += 8;
    const Schedule schedule = make_schedule(ScheduleKind::kConservativeRepaired, topology, flits);
    const Schedule greedy = make_schedule(ScheduleKind::kGreedy, topology, flits);
    const SearchResult found = search(schedule, topology, 60, number);
    for (HostId host = 0; host < topology.hosts(); ++host) {
      INFO(topology.tree() << ", host " << host + 1 << ", " << number);
      CHECK(schedule.hosts[host].proven());
      CHECK(schedule.hosts[host].d <= greedy.hosts[host].d);
      CHECK(found.hosts[host].response <= schedule.hosts[host].deadline());
      attained += found.hosts[host].response == schedule.hosts[host].deadline();
      earlier += schedule.hosts[host].d < greedy.hosts[host].d;
    }
  }
  CHECK(attained > 900);
  CHECK(earlier > 2000);
}

TEST_CASE("ten thousand instances keep the proven bounds") {
  unsigned proven = 0;
  for (std::uint64_t number = 0; number < 10'000; ++number) {
    RandomLinear random(6, number);
    const LinearTopology topology(random.tree());
    Cycles flits = random.lengths(topology.hosts(), 20);
    // Half of them no shorter than any path, for the proofs that need that.
    if (random.below(2) == 0)
      for (Cycle& length : flits) length += 8;
    ScheduleKind kind = schedule_kinds()[random.below(5)];
    if (!is_line(topology) && kind == ScheduleKind::kConservative)
      kind = ScheduleKind::kConservativeRepaired;
    if (!is_line(topology) && kind == ScheduleKind::kUniform) kind = ScheduleKind::kUniformTight;
    const Schedule schedule = make_schedule(kind, topology, flits);
    const SearchResult found = search(schedule, topology, 80, number);
    for (HostId i = 0; i < topology.hosts(); ++i) {
      const HostSchedule& host = schedule.hosts[i];
      INFO(to_string(kind) << " on " << topology.tree() << ", host " << i + 1 << ", " << number);
      if (host.proven()) REQUIRE(found.hosts[i].response <= host.deadline());
      if (host.bound != kNever) REQUIRE(found.hosts[i].response <= host.bound + host.fill);
      proven += host.proven();
    }
  }
  CHECK(proven > 20'000);
}
