// Trial runs of the worst-case phase search, on trains or on a network.
#pragma once

#include "core/network.hpp"
#include "family/linear/periodic_hosts.hpp"
#include "family/linear/schedule.hpp"
#include "family/linear/search.hpp"

namespace wayfarer {

/// Responses are compared with the schedule's deadlines, d + hops - 1.
[[nodiscard]] SearchProblem search_problem(const Schedule& schedule);

/// The hosts' registers. Throws UsageError when a period needs more than `bits` bits (at most 32).
[[nodiscard]] std::vector<HostProgram> programs_of(const Schedule& schedule, unsigned bits);

/// Cycles of a trial: three times the longest period after the last first release, so that every
/// host meets every other; for round trips the longest deadline more.
[[nodiscard]] Cycle trial_cycles(const Schedule& schedule, const std::vector<Cycle>& phases);

/// Trials on rigid trains. Messages not delivered at the end count with their age at that time.
[[nodiscard]] PhaseEvaluator on_trains(const LinearTopology& topology, const Schedule& schedule,
                                       bool upstream_first = false);

/// The same on a network with periodic hosts, which must outlive the evaluator; `before` may be
/// empty and is called before each cycle. If the schedule is one of round trips, the server
/// answers, and the network's monitors must measure until then. Throws UsageError if the network
/// has no periodic hosts or a trial's numbers do not fit its registers.
[[nodiscard]] PhaseEvaluator on_network(Network& network, const Schedule& schedule,
                                        std::function<void(Cycle)> before = {});

}  // namespace wayfarer
