// The closed forms of Nesson and Johnsson, Tables 1, 2 and 4, for meshes: as printed, and corrected
// where they are wrong. Tasks are on the first `d` of the dimensions (see RommLoad).
#pragma once

#include <vector>

#include "family/wormhole/expectation.hpp"

namespace wayfarer {

using Extents = std::vector<unsigned>;

/// The routing of a message, as in the tables' columns and rows.
enum class RommKind { kDimensionOrder, kPhases, kValiant };

/// Table 1; the kind is minimal (kPhases) or kValiant. Printed averages, and the printed longest
/// random VALIANT paths, count messages that nodes send to themselves.
[[nodiscard]] double printed_average_path(RommTask task, RommKind kind, const Extents& extents,
                                          unsigned d);
[[nodiscard]] double printed_longest_path(RommTask task, RommKind kind, const Extents& extents,
                                          unsigned d);
/// Also correct for odd extents.
[[nodiscard]] double average_path(RommTask task, RommKind kind, const Extents& extents, unsigned d);
/// Longest path of messages to other nodes.
[[nodiscard]] double longest_path(RommTask task, RommKind kind, const Extents& extents, unsigned d);

/// Table 2 for p <= d: ways to deal d displacements to p phases.
[[nodiscard]] double printed_romm_paths(unsigned phases, unsigned d);
/// Table 2: nodes less the links of the minimal path in dimension order.
[[nodiscard]] double printed_valiant_paths(const Extents& extents, const Displacements& set);
/// For d < p <= 2d and displacements long enough to be cut (|R_i| > 1): consecutive pieces of one
/// dimension are one run.
[[nodiscard]] double romm_paths(unsigned phases, const Displacements& set);

/// Table 4, messages when every node sends one; d = all dimensions. The p-PHASE transpose is for p
/// = d and equal extents.
[[nodiscard]] double printed_load(RommTask task, RommKind kind, const Extents& extents);
/// For equal extents and p <= d (transpose: p = d): correct for odd extents; nodes do not send
/// messages to themselves.
[[nodiscard]] double edge_load(RommTask task, RommKind kind, const Extents& extents);

}  // namespace wayfarer
