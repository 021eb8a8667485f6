// Rationale: what is said about schedules is said about the hardware. The misses that the search finds
// on trains happen in the RTL, and a search on the RTL itself breaks no bound that is proven.
// State space: the worst phases of every host, and searches with the RTL as the engine.
// Parameter space: every kind of miss in docs/linear.md; greedy, repaired conservative and
// uniform-tight on lines of 4 and 9 and a balanced tree. RTL and cycle model run in lockstep.
#include <catch2/catch.hpp>

#include "analysis/linear_trial.hpp"
#include "common/engines.hpp"

using namespace wayfarer;

namespace {

std::unique_ptr<Network> hardware(const std::string& name, bool refill = true,
                                  bool upstream_first = false) {
  NetworkConfig config = load_config(find_config(name));
  config.linear.refill = refill;
  config.linear.upstream_first = upstream_first;
  VerilatedBuildOptions build;
  build.assertions = true;
  return Engines(build).make(config, Engine::kBoth);
}

/// Responses in hardware for the phases that were worst for a host on trains.
std::vector<Cycle> replay(Network& network, const Schedule& schedule, const SearchResult& found,
                          HostId host) {
  return on_network(network, schedule)(found.hosts[host].phases);
}

SearchResult search_trains(const LinearTopology& line, const Schedule& schedule,
                           bool upstream_first = false) {
  return search_phases(search_problem(schedule), on_trains(line, schedule, upstream_first), 20'000, 1);
}

/// The host that misses on trains misses in hardware, with the same response.
void check_miss(const std::string& name, const Schedule& schedule, bool upstream_first = false) {
  const LinearTopology line = LinearTopology::line(static_cast<unsigned>(schedule.hosts.size()));
  const SearchProblem problem = search_problem(schedule);
  const SearchResult found = search_trains(line, schedule, upstream_first);
  REQUIRE(misses(problem, found));
  const HostId host = tightest(problem, found);
  const auto network = hardware(name, true, upstream_first);
  const Cycle response = replay(*network, schedule, found, host)[host];
  INFO("host " << host + 1 << " has " << problem.deadlines[host] << " cycles");
  CHECK(response == found.hosts[host].response);
  CHECK(response > problem.deadlines[host]);
  const HostStatus status = network->periodic_hosts()->status(host);
  CHECK(status.worst == response);
}

}  // namespace

TEST_CASE("Theorem 1 fails in hardware: 151 cycles where 101 are promised") {
  const std::vector<Cycle> flits = {50, 20, 30, 30};
  ScheduleOptions strict;
  strict.strict = true;
  const LinearTopology line = LinearTopology::line(4);
  const Schedule printed = make_schedule(ScheduleKind::kConservative, line, flits, strict);
  check_miss("line4", printed);
  const SearchResult found = search_trains(line, printed);
  const auto network = hardware("line4");
  CHECK(replay(*network, printed, found, 1)[1] == 151);
  CHECK(search_problem(printed).deadlines[1] == 101);
}

TEST_CASE("the other misses happen in hardware, too") {
  const LinearTopology nine = LinearTopology::line(9);
  const auto alike = [](Cycle flits) { return std::vector<Cycle>(9, flits); };
  SECTION("short messages, periods equal to what Theorem 1 says they must exceed") {
    check_miss("line9", make_schedule(ScheduleKind::kConservative, nine, alike(1)));
  }
  SECTION("greedy with messages shorter than their way") {
    check_miss("line9", make_schedule(ScheduleKind::kGreedy, nine, alike(4)));
  }
  SECTION("the paper's uniform deadlines, for any phases") {
    check_miss("line9", make_schedule(ScheduleKind::kUniform, nine, alike(16)));
  }
  SECTION("upstream always first") {
    const LinearTopology four = LinearTopology::line(4);
    check_miss("line4", make_schedule(ScheduleKind::kGreedy, four, {4, 4, 4, 4}), true);
  }
}

TEST_CASE("without refill all of a line's bounds fail in hardware") {
  const Schedule schedule =
      make_schedule(ScheduleKind::kUniformTight, LinearTopology::line(4), {8, 8, 8, 8});
  const auto network = hardware("line4", false);
  const std::vector<Cycle> worst = on_network(*network, schedule)({0, 0, 0, 0});
  const SearchProblem problem = search_problem(schedule);
  for (HostId host = 0; host < 4; ++host) CHECK(worst[host] > problem.deadlines[host]);
}

TEST_CASE("a search on hardware breaks no bound that is proven") {
  const auto name = GENERATE(as<std::string>(), "line4", "line9", "tree8");
  const LinearTopology topology(load_config(find_config(name)).linear.tree);
  const auto network = hardware(name);
  unsigned attained = 0;
  for (const ScheduleKind kind : {ScheduleKind::kGreedy, ScheduleKind::kConservativeRepaired,
                                  ScheduleKind::kUniformTight}) {
    if (kind == ScheduleKind::kConservativeRepaired && !is_line(topology)) continue;
    for (const Cycle flits : {1u, 4u, 9u}) {
      std::vector<Cycle> lengths(topology.hosts(), flits);
      for (HostId host = 0; host < lengths.size(); host += 3) lengths[host] += flits;
      const Schedule schedule = make_schedule(kind, topology, lengths);
      const SearchResult worst =
          search_phases(search_problem(schedule), on_network(*network, schedule), 25, flits);
      for (HostId host = 0; host < lengths.size(); ++host) {
        const HostSchedule& of = schedule.hosts[host];
        INFO(name << ", " << to_string(kind) << ", " << flits << " flits, host " << host + 1);
        REQUIRE(worst.hosts[host].response <= of.bound + of.fill);
        attained += worst.hosts[host].response == of.bound + of.fill;
      }
    }
  }
  CHECK(attained > 5);
}
