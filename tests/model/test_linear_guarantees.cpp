// Rationale: what schedules promise for messages in every period, in all phases, holds for sporadic
// ones, and with the server's answers for round trips (docs/linear-schedules.md, section 7). Random
// lines and trees with proven schedules, on the cycle model: demands at random, in bursts of all
// hosts, and after silence. No monitor may show a miss; with one cycle less than the worst
// response, it must. State space: that of the network. Parameter space: 1 to 7 hosts, lines and
// trees, lengths of 1 to 9 flits, all kinds of schedules that are proven, requests and round trips.
#include <catch2/catch.hpp>

#include "core/random.hpp"
#include "family/linear/config.hpp"
#include "family/linear/model.hpp"
#include "family/linear/schedule.hpp"
#include "family/linear/trial.hpp"

using namespace wayfarer;

namespace {

struct Demands {
  unsigned silence = 1;  ///< Longest, of all hosts together, in cycles.
  unsigned burst = 1;
  unsigned one_in = 1;  ///< In a burst a host demands a message in one of so many cycles.
};

std::unique_ptr<Network> make_network(const std::string& tree, const Schedule& schedule,
                                      bool sporadic = true) {
  NetworkConfig config = linear_config();
  config.name = "guarantees";
  linear_of(config).tree = tree;
  linear_of(config).sporadic = sporadic;
  linear_of(config).round_trips = schedule.service != 0;
  validate(config);
  return make_linear_model(config);
}

/// The monitors after `cycles` of these demands.
std::vector<HostStatus> run(Network& network, const Schedule& schedule,
                            const std::vector<Cycle>& deadlines, const Demands& demands,
                            Cycle cycles, Random random) {
  network.reset();
  PeriodicHosts& hosts = *network.find<PeriodicHosts>();
  std::vector<HostProgram> programs = programs_of(schedule, PeriodicHosts::kRegisterBits);
  for (HostId host = 0; host < programs.size(); ++host) {
    programs[host].deadline = static_cast<std::uint32_t>(deadlines[host]);
    hosts.program(host, programs[host]);
  }
  if (schedule.service != 0) hosts.program_server(static_cast<std::uint32_t>(schedule.service));
  Cycle change = 0;
  bool silent = false;
  for (Cycle now = 0; now < cycles; ++now) {
    if (now == change) {
      silent = !silent;
      change += 1 + random.below(silent ? demands.silence : demands.burst);
    }
    for (HostId host = 0; !silent && host < programs.size(); ++host)
      if (network.injection_ready()[host] != 0 && random.below(demands.one_in) == 0)
        network.offer(host, 0, {});
    network.step();
  }
  std::vector<HostStatus> status;
  for (HostId host = 0; host < programs.size(); ++host) status.push_back(hosts.status(host));
  return status;
}

std::vector<Cycle> bounds_of(const Schedule& schedule) {
  std::vector<Cycle> bounds;
  for (const HostSchedule& host : schedule.hosts) bounds.push_back(host.bound + host.fill);
  return bounds;
}

/// Schedules of random lines and trees whose bounds are proven.
Schedule draw_schedule(Random& random, std::string& tree) {
  const unsigned hosts = 1 + random.below(7);
  const bool line = random.below(2) == 0;
  const LinearTopology topology =
      line ? LinearTopology::line(hosts) : LinearTopology::balanced(hosts);
  tree = topology.tree();
  std::vector<Cycle> flits;
  for (unsigned host = 0; host < hosts; ++host) flits.push_back(1 + random.below(9));
  const ScheduleKind kinds[] = {ScheduleKind::kGreedy, ScheduleKind::kUniformTight,
                                ScheduleKind::kConservativeRepaired};
  return make_schedule(kinds[random.below(3)], topology, flits);
}

/// Checks the bounds of a schedule for many demands. Counts hosts whose bound is attained.
unsigned check_bounds(const std::string& tree, const Schedule& schedule, Random& random) {
  const auto network = make_network(tree, schedule);
  const std::vector<Cycle> bounds = bounds_of(schedule);
  std::vector<Cycle> worst(bounds.size(), 0);
  for (unsigned trial = 0; trial < 6; ++trial) {
    const Demands demands{1 + random.below(60), 1 + random.below(200), 1 + random.below(4)};
    const Random draws(random.below(1u << 30), trial, Purpose::kTest, 2);
    std::vector<Cycle> deadlines = bounds;
    std::vector<HostStatus> status = run(*network, schedule, deadlines, demands, 1500, draws);
    CHECK_FALSE(network->find<PeriodicHosts>()->lapsed());
    for (HostId host = 0; host < bounds.size(); ++host) {
      INFO("host " << host + 1 << ": " << status[host].worst << " of " << bounds[host]);
      CHECK_FALSE(status[host].missed);
      CHECK(status[host].worst <= bounds[host]);
      worst[host] = std::max<Cycle>(worst[host], status[host].worst);
      deadlines[host] = std::max(status[host].worst, 1u) - 1;  // 0: not monitored
    }
    status = run(*network, schedule, deadlines, demands, 1500, draws);
    for (HostId host = 0; host < bounds.size(); ++host)
      if (deadlines[host] != 0 && status[host].worst > deadlines[host]) CHECK(status[host].missed);
  }
  unsigned attained = 0;
  for (HostId host = 0; host < bounds.size(); ++host) attained += worst[host] == bounds[host];
  return attained;
}

}  // namespace

TEST_CASE("sporadic messages keep the bounds of periodic ones") {
  Random random(1, 0, Purpose::kTest, 0);
  unsigned attained = 0;
  for (unsigned instance = 0; instance < 150; ++instance) {
    std::string tree;
    const Schedule schedule = draw_schedule(random, tree);
    INFO(tree << ", " << to_string(schedule.kind));
    attained += check_bounds(tree, schedule, random);
  }
  CHECK(attained > 50);
}

TEST_CASE("sporadic requests and their answers keep the bounds of round trips") {
  Random random(2, 0, Purpose::kTest, 0);
  unsigned attained = 0;
  unsigned instances = 0;
  while (instances < 150) {
    std::string tree;
    const Schedule requests = draw_schedule(random, tree);
    const Schedule schedule = with_answers(requests, 1 + random.below(20));
    if (schedule.hosts[0].bound == kNever) continue;  // the server's records may be used up
    INFO(tree << ", " << to_string(schedule.kind) << ", service " << schedule.service);
    attained += check_bounds(tree, schedule, random);
    ++instances;
  }
  CHECK(attained > 50);
}

TEST_CASE("a round trip without contention: the closed form") {
  for (const Cycle flits : {1u, 2u, 5u})
    for (const Cycle service : {1u, 2u, 7u}) {
      const LinearTopology line = LinearTopology::line(4);
      const Schedule schedule = with_answers(
          make_schedule(ScheduleKind::kUniformTight, line, {flits, flits, flits, flits}), service);
      const auto network = make_network(line.tree(), schedule);
      PeriodicHosts& hosts = *network->find<PeriodicHosts>();
      for (HostId host = 0; host < 4; ++host) {
        network->reset();
        hosts.program(host, {100, static_cast<std::uint32_t>(flits), 0, 0});
        hosts.program_server(static_cast<std::uint32_t>(service));
        for (unsigned now = 0; now < 60; ++now) {
          if (now == 3) network->offer(host, 0, {});
          network->step();
        }
        const Cycle hops = host + 1;
        CHECK(hosts.status(host).worst == 2 * (flits + hops) + service - 2);
      }
    }
}

TEST_CASE("a server whose records are used up keeps no bound") {
  const LinearTopology line = LinearTopology::line(4);
  const Schedule requests = make_schedule(ScheduleKind::kUniformTight, line, {4, 4, 4, 4});
  CHECK(with_answers(requests, 59).hosts[0].proven());
  const Schedule schedule = with_answers(requests, 70);
  CHECK_THAT(schedule.hosts[0].doubt, Catch::Contains("records can be used up"));
  const auto network = make_network(line.tree(), schedule, false);
  CHECK(schedule.hosts[0].deadline() == 82);
  CHECK(on_network(*network, schedule)({4, 15, 1, 3})[0] == 91);
  CHECK(network->find<PeriodicHosts>()->lapsed());
}
