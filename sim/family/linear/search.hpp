// Search for the phases under which periodic messages respond latest: what a bound has to stand.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/cycle_phases.hpp"
#include "family/linear/topology.hpp"

namespace wayfarer {

/// Longest response of each host for the hosts' phases: the trains, a cycle model or hardware.
using PhaseEvaluator = std::function<std::vector<Cycle>(const std::vector<Cycle>& phases)>;

struct SearchProblem {
  std::vector<Cycle> hops;
  std::vector<Cycle> flits;
  std::vector<Cycle> periods;
  std::vector<Cycle> deadlines;  ///< What responses are held against.
};

/// The worst that was seen of a host.
struct WorstCase {
  Cycle response = 0;
  std::vector<Cycle> phases;
};

struct SearchResult {
  std::vector<WorstCase> hosts;
  std::uint64_t trials = 0;
  bool exhaustive = false;    ///< All phases were tried that differ by more than a common shift.
  bool interrupted = false;
};

/// Tries the phases that the caller suspects, `first`; hosts that release together, whose headers
/// meet at every switch, and like the marks of a ruler. Then all phases that differ, if these are
/// no more than `trials`; else, up to that number in all, random ones and changes of one or two
/// hosts' phases from the worst that was found for each host. The seed decides everything.
[[nodiscard]] SearchResult search_phases(const SearchProblem& problem,
                                         const PhaseEvaluator& evaluate, std::uint64_t trials,
                                         std::uint64_t seed, const ProgressCallback& progress = {},
                                         const std::vector<std::vector<Cycle>>& first = {});

/// The worst phases of each host, as another search may begin with.
[[nodiscard]] std::vector<std::vector<Cycle>> worst_phases(const SearchResult& result);

/// The host whose worst response is the greatest share of its deadline.
[[nodiscard]] HostId tightest(const SearchProblem& problem, const SearchResult& result);

/// Whether any response exceeds its deadline.
[[nodiscard]] bool misses(const SearchProblem& problem, const SearchResult& result);

}  // namespace wayfarer
