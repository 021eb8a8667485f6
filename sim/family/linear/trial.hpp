// Schedules put to the test: what the search for bad phases asks of the trains or of a network.
#pragma once

#include "family/linear/schedule.hpp"
#include "family/linear/search.hpp"
#include "core/network.hpp"
#include "family/linear/periodic_hosts.hpp"

namespace wayfarer {

/// Responses are held against the schedule's deadlines, d + hops - 1.
[[nodiscard]] SearchProblem search_problem(const Schedule& schedule);

/// The hosts' registers. Throws UsageError when a period needs more than `bits` bits (at most 32).
[[nodiscard]] std::vector<HostProgram> programs_of(const Schedule& schedule, unsigned bits);

/// Cycles of a trial: from the last first release on three of the longest period, so that every
/// host meets every other.
[[nodiscard]] Cycle trial_cycles(const Schedule& schedule, const std::vector<Cycle>& phases);

/// Trials on rigid trains. What was not delivered in the end counts with the age that it has then.
[[nodiscard]] PhaseEvaluator on_trains(const LinearTopology& topology, const Schedule& schedule,
                                       bool upstream_first = false);

/// The same on a network with periodic hosts, which must outlive the evaluator; `before` may be
/// empty and is called before each cycle. Throws UsageError when the network has none or a trial's
/// numbers do not fit its registers.
[[nodiscard]] PhaseEvaluator on_network(Network& network, const Schedule& schedule,
                                        std::function<void(Cycle)> before = {});

}  // namespace wayfarer
