// The closed forms of Nesson and Johnsson, Tables 1, 2 and 4, for meshes: as printed, and where
// they are wrong, what is right. Tasks are on the first `d` of the dimensions (see RommLoad).
#pragma once

#include <vector>

#include "family/wormhole/expectation.hpp"

namespace wayfarer {

using Extents = std::vector<unsigned>;

/// How a message gets from node to node, as the tables' columns and rows have it.
enum class RommKind { kDimensionOrder, kPhases, kValiant };

/// Table 1; the kind is minimal (kPhases) or kValiant. Printed averages count messages that nodes
/// send to themselves, printed longest random VALIANT paths too.
[[nodiscard]] double printed_average_path(RommTask task, RommKind kind, const Extents& extents,
                                          unsigned d);
[[nodiscard]] double printed_longest_path(RommTask task, RommKind kind, const Extents& extents,
                                          unsigned d);
/// Right for odd extents, too.
[[nodiscard]] double average_path(RommTask task, RommKind kind, const Extents& extents, unsigned d);
/// Of messages to other nodes.
[[nodiscard]] double longest_path(RommTask task, RommKind kind, const Extents& extents, unsigned d);

/// Table 2 for p <= d: ways to deal d displacements to p phases.
[[nodiscard]] double printed_romm_paths(unsigned phases, unsigned d);
/// Table 2: nodes less the links of the minimal path in dimension order.
[[nodiscard]] double printed_valiant_paths(const Extents& extents, const Displacements& set);
/// For d < p <= 2d and displacements long enough to be cut where wanted (|R_i| > 1): pieces of
/// one dimension that follow each other are one run.
[[nodiscard]] double romm_paths(unsigned phases, const Displacements& set);

/// Table 4, messages when every node sends one; d = all dimensions. The p-PHASE transpose is for p
/// = d and equal extents.
[[nodiscard]] double printed_load(RommTask task, RommKind kind, const Extents& extents);
/// For equal extents and p <= d (transpose: p = d): right for odd extents, and nodes whose message
/// is for themselves send nothing.
[[nodiscard]] double edge_load(RommTask task, RommKind kind, const Extents& extents);

}  // namespace wayfarer
