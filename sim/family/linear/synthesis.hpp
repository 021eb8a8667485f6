// Synthesis of schedules: the periods with the least mean, under proofs that hold for any lengths,
// any periods, lines and trees (bounds.hpp).
//
// Feasible periods are those with which each host's proven bound is at most its period. Longer
// periods never make a bound longer, so that the search is over an upward closed set: depth first,
// host by host, without the prefixes that no periods of the other hosts make feasible, and without
// those whose least possible sum is not below the best one found. Messages of e_k flits in periods
// p_k need sum e_k / p_k <= 1, so that by Cauchy and Schwarz the periods of the hosts that are left
// add up to (sum sqrt(e_k))^2 over the capacity that is left, at least.
//
// For equal lengths e that is N e for each of N hosts: no schedule has a lower mean period than
// uniform-tight. No periods make the bounds lower than its d_i.
#pragma once

#include <cstdint>
#include <vector>

#include "family/linear/topology.hpp"

namespace wayfarer {

struct Synthesis {
  std::vector<Cycle> periods;
  std::vector<Cycle> bounds;  ///< Proven responses without hops.
  bool exhaustive = false;    ///< No feasible periods have a lower mean.
};

/// The constraint under which the mean period is minimized.
enum class SynthesisLimit {
  kPeriods,    ///< Each bound is at most the host's period.
  kDeadlines,  ///< Each bound is also as low as any periods make it.
};

/// `start`: feasible periods, such as those of uniform-tight. `depth`: flits of a buffer. After
/// `trials` computations of bounds the search ends with the best periods found.
[[nodiscard]] Synthesis synthesize(const LinearTopology& topology, const std::vector<Cycle>& flits,
                                   SynthesisLimit limit, const std::vector<Cycle>& start,
                                   std::uint64_t trials, Cycle depth = 1);

}  // namespace wayfarer
