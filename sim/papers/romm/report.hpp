// What the experiments of Nesson and Johnsson's tables share.
#pragma once

#include <string>

#include "family/wormhole/formulas.hpp"
#include "papers/romm/paper.hpp"

namespace wayfarer {

/// What sums of many probabilities may be off by.
constexpr double kExact = 1e-9;

/// Without the last digits, which depend on the order of the sums.
[[nodiscard]] double rounded(double value);

[[nodiscard]] Grid romm_mesh(const Extents& extents);

/// Paths between two nodes, and between opposite corners of a mesh.
[[nodiscard]] double romm_paths_between(const Grid& topology, NodeId source, NodeId destination,
                                        const RommRouting& routing);
[[nodiscard]] double longest_route_paths(const Extents& extents, const RommRouting& routing);

void compare_exactly(Reproduction& result, const std::string& cell, double paper, double measured);

/// A closed form as printed and as it should be.
struct ClosedForm {
  double printed;
  double repaired;
};

/// The printed form against enumeration, and the repaired one in a row of its own where it is
/// another number. Throws CheckFailed if the repaired one is not what enumeration gives.
void compare_form(Reproduction& result, const std::string& cell, const ClosedForm& form,
                  double measured);

/// Conditions and summary.
void finish_romm(Reproduction& result);

}  // namespace wayfarer
