#include "family/linear/trial.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/linear/trains.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kTrainBits = 32;

void set_phases(std::vector<HostProgram>& programs, const std::vector<Cycle>& phases) {
  for (std::size_t host = 0; host < programs.size(); ++host)
    programs[host].phase = static_cast<std::uint32_t>(phases[host]);
}

/// Age of the oldest message that was not delivered when the trial ended.
Cycle waiting(const HostProgram& program, const HostStatus& status, Cycle cycles) {
  if (status.outstanding == 0) return 0;
  const Cycle released = (cycles - 1 - program.phase) / program.period + 1;
  return cycles - program.phase - (released - status.outstanding) * program.period;
}

}  // namespace

SearchProblem search_problem(const Schedule& schedule) {
  SearchProblem problem;
  for (const HostSchedule& host : schedule.hosts) {
    problem.hops.push_back(host.fill + 1);
    problem.flits.push_back(host.flits);
    problem.periods.push_back(host.period);
    problem.deadlines.push_back(host.deadline());
  }
  return problem;
}

std::vector<HostProgram> programs_of(const Schedule& schedule, unsigned bits) {
  std::vector<HostProgram> programs;
  for (const HostSchedule& host : schedule.hosts) {
    if (std::max(host.period, host.deadline()) >> bits != 0)
      throw UsageError(fmt::format("schedule {}: period {}; legal here: below 2^{} cycles",
                                   to_string(schedule.kind), host.period, bits));
    programs.push_back({static_cast<std::uint32_t>(host.period),
                        static_cast<std::uint32_t>(host.flits), 0,
                        static_cast<std::uint32_t>(host.deadline())});
  }
  return programs;
}

Cycle trial_cycles(const Schedule& schedule, const std::vector<Cycle>& phases) {
  Cycle longest = 0;
  Cycle answered = 0;
  for (const HostSchedule& host : schedule.hosts) {
    longest = std::max(longest, host.period);
    if (schedule.service != 0) answered = std::max(answered, host.deadline());
  }
  return *std::max_element(phases.begin(), phases.end()) + 3 * longest + answered;
}

PhaseEvaluator on_trains(const LinearTopology& topology, const Schedule& schedule,
                         bool upstream_first) {
  const auto trains = std::make_shared<LinearTrains>(topology, upstream_first);
  return [trains, schedule,
          programs = programs_of(schedule, kTrainBits)](const std::vector<Cycle>& phases) mutable {
    set_phases(programs, phases);
    TrainReport report = trains->run(programs, trial_cycles(schedule, phases));
    for (std::size_t host = 0; host < phases.size(); ++host)
      report.worst[host] = std::max(report.worst[host], report.waiting[host]);
    return report.worst;
  };
}

PhaseEvaluator on_network(Network& network, const Schedule& schedule,
                          std::function<void(Cycle)> before) {
  PeriodicHosts* const hosts = network.find<PeriodicHosts>();
  if (hosts == nullptr)
    throw UsageError(fmt::format("network {} has no periodic hosts; legal: a linear network",
                                 network.shape().name));
  return [&network, hosts, schedule, before = std::move(before),
          programs = programs_of(schedule, PeriodicHosts::kRegisterBits)](
             const std::vector<Cycle>& phases) mutable {
    set_phases(programs, phases);
    const Cycle cycles = trial_cycles(schedule, phases);
    network.reset();
    for (TerminalId host = 0; host < programs.size(); ++host) hosts->program(host, programs[host]);
    if (schedule.service != 0) hosts->program_server(static_cast<std::uint32_t>(schedule.service));
    for (Cycle cycle = 0; cycle < cycles; ++cycle) {
      if (before) before(cycle);
      network.step();
    }
    std::vector<Cycle> worst;
    for (TerminalId host = 0; host < programs.size(); ++host) {
      const HostStatus status = hosts->status(host);
      worst.push_back(std::max<Cycle>(status.worst, waiting(programs[host], status, cycles)));
    }
    return worst;
  };
}

}  // namespace wayfarer
