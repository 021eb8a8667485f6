// The exact costs of ROMM, VALIANT and DIMORDER routing: expectations over all choices of all
// messages, by enumeration (Nesson and Johnsson, section 5).
#pragma once

#include <cstdint>
#include <vector>

#include "family/wormhole/phases.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

/// The traffic of a task. Single-random and full-random tasks have the same expectations.
enum class RommTask { kBitComplement, kTranspose, kRandom };
[[nodiscard]] const char* to_string(RommTask task);

/// The handling of a message to its own node: it is not sent, or VALIANT routes it to its random
/// node and back. Either way it counts in averages over messages.
enum class SelfMessages { kSilent, kRouted };

/// A task on the first `dimensions` dimensions of a network; digits of the others stay. A transpose
/// exchanges the first half of these dimensions with the second, which must have the same extents.
struct RommLoad {
  const Grid& topology;
  RommTask task = RommTask::kRandom;
  unsigned dimensions = 0;
  SelfMessages self = SelfMessages::kSilent;
};

struct PathLengths {
  double average = 0;  ///< Links that a message is expected to use.
  unsigned longest = 0;
};
[[nodiscard]] PathLengths path_lengths(const RommLoad& load, const RommRouting& routing);

/// By link: messages that are expected to use it when each node sends one.
[[nodiscard]] std::vector<double> edge_loads(const RommLoad& load, const RommRouting& routing);

/// The maximum of the expected loads (not the expectation of the maximum).
[[nodiscard]] double greatest_edge_load(const RommLoad& load, const RommRouting& routing);

/// d of the paper: the greatest number of dimensions in which a message of the task has a
/// displacement.
[[nodiscard]] unsigned task_cardinality(const RommLoad& load);

/// Turns that a message is expected to make: changes of dimension or direction on its way.
[[nodiscard]] double average_turns(const RommLoad& load, const RommRouting& routing);

/// By dimension: the share of the messages that leave their source along it.
[[nodiscard]] std::vector<double> departures(const RommLoad& load, const RommRouting& routing);

/// Different paths that a message can take.
[[nodiscard]] std::uint64_t count_paths(const Grid& topology, NodeId source, NodeId destination,
                                        const RommRouting& routing);

}  // namespace wayfarer
