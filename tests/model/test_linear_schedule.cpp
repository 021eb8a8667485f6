// Schedules of the linear network: the paper's table, and bounds that random phases do not exceed.
#include "family/linear/schedule.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "family/linear/random.hpp"
#include "family/linear/trains.hpp"

using namespace wayfarer;
using Catch::Matchers::Contains;
using Cycles = std::vector<Cycle>;

namespace {

constexpr ScheduleOptions kTable{false, true};

Schedule equal_lengths(ScheduleKind kind, Cycle flits, const ScheduleOptions& options) {
  return make_schedule(kind, LinearTopology::line(9), Cycles(9, flits), options);
}

Cycles periods(const Schedule& schedule) {
  Cycles periods;
  for (const HostSchedule& host : schedule.hosts) periods.push_back(host.period);
  return periods;
}

Cycles deliveries(const Schedule& schedule) {
  Cycles deliveries;
  for (const HostSchedule& host : schedule.hosts) deliveries.push_back(host.d);
  return deliveries;
}

Cycles bounds(const Schedule& schedule) {
  Cycles bounds;
  for (const HostSchedule& host : schedule.hosts) bounds.push_back(host.bound);
  return bounds;
}

std::vector<PeriodicMessage> messages_of(const std::vector<HostProgram>& programs) {
  std::vector<PeriodicMessage> messages;
  for (const HostProgram& program : programs) messages.push_back({program.period, program.flits});
  return messages;
}

}  // namespace

TEST_CASE("the paper's table") {
  const auto table = [](ScheduleKind kind) { return equal_lengths(kind, 1, kTable); };
  const Cycles greedy = {2, 4, 8, 16, 32, 64, 128, 256, 512};
  CHECK(deliveries(table(ScheduleKind::kGreedy)) == greedy);
  CHECK(periods(table(ScheduleKind::kGreedy)) == greedy);
  for (const auto kind : {ScheduleKind::kConservative, ScheduleKind::kConservativeRepaired}) {
    CHECK(deliveries(table(kind)) == Cycles{2, 3, 5, 8, 13, 21, 34, 55, 89});
    CHECK(periods(table(kind)) == Cycles{3, 5, 8, 13, 21, 34, 55, 89, 144});
  }
  CHECK(deliveries(table(ScheduleKind::kUniform)) == Cycles{1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(periods(table(ScheduleKind::kUniform)) == Cycles(9, 81));
  CHECK(table(ScheduleKind::kGreedy).utilisation() == Approx(0.998047).margin(5e-7));
  CHECK(table(ScheduleKind::kConservative).utilisation() == Approx(0.848649).margin(5e-7));
  CHECK(table(ScheduleKind::kUniform).utilisation() == Approx(1.0 / 9));
  CHECK(table(ScheduleKind::kUniformTight).utilisation() == Approx(1));
}

TEST_CASE("without a host further upstream, the last one waits for no message") {
  CHECK(equal_lengths(ScheduleKind::kGreedy, 2, {}).hosts[8].d == 2 * 511);
  CHECK(equal_lengths(ScheduleKind::kConservative, 2, {}).hosts[8].period == 2 * (88 + 54));
  CHECK(equal_lengths(ScheduleKind::kGreedy, 2, {true, false}).hosts[0].period == 2 * 2 + 1);
}

TEST_CASE("schedules of unequal lengths") {
  const LinearTopology line = LinearTopology::line(4);
  const Cycles flits = {50, 20, 30, 30};
  const auto make = [&](ScheduleKind kind) { return make_schedule(kind, line, flits); };
  CHECK(deliveries(make(ScheduleKind::kGreedy)) == Cycles{80, 150, 300, 570});
  CHECK(deliveries(make(ScheduleKind::kConservative)) == Cycles{80, 100, 180, 250});
  CHECK(periods(make(ScheduleKind::kConservative)) == Cycles{100, 180, 280, 400});
  CHECK(periods(make(ScheduleKind::kConservativeRepaired)) == Cycles{110, 180, 280, 400});
  CHECK(periods(make(ScheduleKind::kUniform)) == Cycles(4, 16 * 50));
  CHECK(deliveries(make(ScheduleKind::kUniform)) == Cycles{50, 70, 100, 130});
  CHECK(periods(make(ScheduleKind::kUniformTight)) == Cycles(4, 130));
  CHECK(deliveries(make(ScheduleKind::kUniformTight)) == Cycles{80, 100, 130, 130});
}

TEST_CASE("schedules of trees") {
  const LinearTopology tree("((1 2) (3 4))");
  const Cycles flits = {5, 7, 4, 9};
  const Schedule greedy = make_schedule(ScheduleKind::kGreedy, tree, flits);
  // Host 1: its own, host 2's, and each waits once for a message of hosts 3 and 4.
  CHECK(deliveries(greedy) == Cycles{5 + 7 + 2 * 9, 7 + 5 + 2 * 9, 4 + 9 + 2 * 7, 9 + 4 + 2 * 7});
  // No switch feeds a switch that has a host, so conservative equals greedy.
  const Schedule paired = make_schedule(ScheduleKind::kConservativeRepaired, tree, flits);
  CHECK(deliveries(paired) == deliveries(greedy));
  CHECK(periods(paired) == deliveries(greedy));
  // Beyond its own switch a message waits 29 + 17 from switch 4 on, 17 + 8 from 3 and 8 from 2;
  // greedy doubles the first of each. Hosts 3 to 5 leave the others that time.
  const Schedule mixed = make_schedule(ScheduleKind::kConservativeRepaired,
                                       LinearTopology("((((1 2) 3) 4) 5)"), {5, 7, 4, 9, 8});
  CHECK(deliveries(mixed) == Cycles{12 + 46, 12 + 46, 7 + 4 + 25, 7 + 9 + 8, 9 + 8});
  CHECK(periods(mixed) == Cycles{58, 58, 36 + 7 + 17, 24 + 7 + 8, 17 + 9});
  CHECK(mixed.proven());
  const Schedule uniform = make_schedule(ScheduleKind::kUniformTight,
                                         LinearTopology("((1 2) (3 (4 5)))"), {5, 7, 4, 9, 8});
  CHECK(deliveries(uniform) == Cycles{33, 33, 4 + 9 + 12, 33, 33});
  CHECK(uniform.proven());
}

TEST_CASE("proven and unproven deadlines are told apart") {
  const LinearTopology line = LinearTopology::line(4);
  const Schedule printed = make_schedule(ScheduleKind::kConservative, line, {50, 20, 30, 30});
  CHECK(printed.hosts[0].proven());
  CHECK(printed.hosts[1].doubt == "printed conservative with unequal lengths");
  CHECK(printed.hosts[1].bound == 150);
  CHECK(make_schedule(ScheduleKind::kConservativeRepaired, line, {50, 20, 30, 30}).proven());
  CHECK(make_schedule(ScheduleKind::kConservative, line, {9, 50, 30, 30}).proven());
  const Schedule brief = equal_lengths(ScheduleKind::kGreedy, 8, {});
  CHECK(brief.hosts[4].doubt == "messages shorter than the path");
  CHECK(brief.hosts[0].proven());  // by the bounds that hold for all
  CHECK(make_schedule(ScheduleKind::kGreedy, line, {4, 4, 4, 4}).proven());
  const Schedule uniform = make_schedule(ScheduleKind::kUniform, line, {4, 4, 4, 4});
  CHECK(uniform.hosts[0].doubt == "holds only if all hosts release together");
  CHECK(uniform.hosts[3].proven());
}

TEST_CASE("tightened deliveries of nine hosts") {
  CHECK(bounds(equal_lengths(ScheduleKind::kConservative, 16, kTable)) ==
        Cycles{32, 48, 80, 128, 208, 336, 23 * 16, 24 * 16, 24 * 16});
  CHECK(bounds(equal_lengths(ScheduleKind::kGreedy, 16, kTable)).back() == 256 * 16);
  const Schedule tight = equal_lengths(ScheduleKind::kUniformTight, 16, {});
  CHECK(bounds(tight) == deliveries(tight));
}

TEST_CASE("uniform-tight is proven for every length and tree") {
  for (std::uint64_t number = 0; number < 2000; ++number) {
    RandomLinear random(1, number);
    const LinearTopology topology(random.tree());
    const Schedule schedule =
        make_schedule(ScheduleKind::kUniformTight, topology, random.lengths(topology.hosts(), 20));
    INFO(topology.tree());
    REQUIRE(schedule.proven());
  }
}

TEST_CASE("no phases break the bounds of any lengths, periods and trees") {
  unsigned attained = 0;
  for (std::uint64_t number = 0; number < 4000; ++number) {
    RandomLinear random(2, number);
    const LinearTopology topology(random.tree());
    LinearTrains trains(topology);
    std::vector<HostProgram> programs = random.programs(topology.hosts(), 12);
    const Cycles bound =
        proven_bounds(topology, messages_of(programs), Cycles(topology.hosts(), kNever));
    Cycles worst(topology.hosts(), 0);
    for (unsigned trial = 0; trial < 10; ++trial) {
      random.shuffle_phases(programs);
      const TrainReport report = trains.run(programs, 1500);
      for (HostId host = 0; host < worst.size(); ++host)
        worst[host] = std::max(worst[host], report.worst[host]);
    }
    for (HostId host = 0; host < worst.size(); ++host) {
      if (bound[host] == kNever) continue;
      INFO(topology.tree() << ", host " << host + 1 << ", instance " << number);
      REQUIRE(worst[host] <= bound[host] + topology.hops(host) - 1);
      attained += worst[host] == bound[host] + topology.hops(host) - 1;
    }
  }
  // A bound far above all responses would pass as well.
  CHECK(attained > 2000);
}

TEST_CASE("the busy period of the server's link") {
  CHECK(busy_period({{10, 4}, {10, 6}}) == 10);
  CHECK(busy_period({{3, 1}, {5, 1}}) == 2);
  CHECK(busy_period({{4, 2}, {6, 3}}) == 12);
  CHECK(busy_period({{4, 3}, {6, 3}}) == kNever);
}

TEST_CASE("rejects unknown schedules") {
  const LinearTopology tree("((1 2) 3)");
  const auto refused = [](ScheduleKind kind, const LinearTopology& topology, const Cycles& flits,
                          bool one_more, const char* why) {
    CHECK_THROWS_WITH(make_schedule(kind, topology, flits, {false, one_more}), Contains(why));
  };
  refused(ScheduleKind::kConservative, tree, {4, 4, 4}, false, "legal on a tree: greedy");
  refused(ScheduleKind::kUniform, tree, {4, 4, 4}, false, "legal on a tree: greedy");
  refused(ScheduleKind::kGreedy, tree, {4, 4, 4}, true, "legal: a line");
  refused(ScheduleKind::kGreedy, tree, {4, 4}, false, "2 lengths for 3 hosts");
  refused(ScheduleKind::kGreedy, tree, {4, 0, 4}, false, "0 flits");
  refused(ScheduleKind::kGreedy, LinearTopology::line(60), Cycles(60, 16), false, "2^40");
  CHECK_THROWS_WITH(parse_schedule("lazy"), Contains("legal: greedy, conservative"));
}
