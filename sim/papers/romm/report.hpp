// The common part of the experiments for Nesson and Johnsson's tables.
#pragma once

#include <string>

#include "family/wormhole/formulas.hpp"
#include "papers/romm/paper.hpp"

namespace wayfarer {

/// Tolerance of sums of many probabilities.
constexpr double kExact = 1e-9;

/// Rounds off the last digits, which depend on the order of the sums.
[[nodiscard]] double rounded(double value);

[[nodiscard]] Grid romm_mesh(const Extents& extents);

/// Paths between two nodes, and between opposite corners of a mesh.
[[nodiscard]] double romm_paths_between(const Grid& topology, NodeId source, NodeId destination,
                                        const RommRouting& routing);
[[nodiscard]] double longest_route_paths(const Extents& extents, const RommRouting& routing);

void compare_exactly(Reproduction& result, const std::string& cell, double paper, double measured);

/// A closed form as printed and as corrected.
struct ClosedForm {
  double printed;
  double repaired;
};

/// Compares the printed form with enumeration; the repaired one gets a separate row if it differs.
/// Throws CheckFailed if the repaired form and enumeration differ.
void compare_form(Reproduction& result, const std::string& cell, const ClosedForm& form,
                  double measured);

/// The same where the paper claims nothing: only the value of the enumeration is shown.
void note_form(Reproduction& result, const std::string& cell, const ClosedForm& form,
               double measured);

/// Whether each digit of a node's address is a field of bits, so that bit-complement is defined.
[[nodiscard]] bool powers_of_two(const Extents& extents);

/// Conditions and summary.
void finish_romm(Reproduction& result);

}  // namespace wayfarer
