// Search for the phases with the longest responses of periodic messages, to test a bound.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/progress_callback.hpp"
#include "family/linear/topology.hpp"

namespace wayfarer {

/// The longest response of each host for given phases, from the trains, a cycle model or hardware.
using PhaseEvaluator = std::function<std::vector<Cycle>(const std::vector<Cycle>& phases)>;

struct SearchProblem {
  std::vector<Cycle> hops;
  std::vector<Cycle> flits;
  std::vector<Cycle> periods;
  std::vector<Cycle> deadlines;  ///< The limits of the responses.
};

/// The worst case found for a host.
struct WorstCase {
  Cycle response = 0;
  std::vector<Cycle> phases;
};

struct SearchResult {
  std::vector<WorstCase> hosts;
  std::uint64_t trials = 0;
  bool exhaustive = false;  ///< All phases that differ by more than a common shift were tried.
  bool interrupted = false;
};

/// Tries the caller's suspects, `first`; all hosts released together; headers that meet at every
/// switch; and phases like the marks of a ruler. Then all distinct phase sets, if there are at most
/// `trials`; else, up to `trials` in total, random ones and changes of one or two hosts' phases
/// from the worst case of each host. The seed determines everything.
[[nodiscard]] SearchResult search_phases(const SearchProblem& problem,
                                         const PhaseEvaluator& evaluate, std::uint64_t trials,
                                         std::uint64_t seed, const ProgressCallback& progress = {},
                                         const std::vector<std::vector<Cycle>>& first = {});

/// The worst phases of each host, to start another search with.
[[nodiscard]] std::vector<std::vector<Cycle>> worst_phases(const SearchResult& result);

/// The host whose worst response is the greatest share of its deadline.
[[nodiscard]] HostId tightest(const SearchProblem& problem, const SearchResult& result);

/// Whether any response exceeds its deadline.
[[nodiscard]] bool misses(const SearchProblem& problem, const SearchResult& result);

}  // namespace wayfarer
