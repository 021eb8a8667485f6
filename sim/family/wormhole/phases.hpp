// The phases of DIMORDER, VALIANT and p-PHASE ROMM routing (Nesson and Johnsson, section 4): a
// message's displacements in each phase. Each phase is routed in dimension order.
//
// p-PHASE ROMM. Let d be the largest cardinality of any routing set of the task.
//   p <= d: the displacements are dealt to the phases at random. Every phase takes floor(d/p) of
//   them,
//           the last d mod p phases one more; where the message has fewer than d, some take less.
//   p > d:  displacements are cut into at most ceil(p/d) pieces each, one after the other at random
//           among those with the fewest pieces, until there are p pieces or all that is left to cut
//           has length 1; no piece is zero. Points to cut at are uniform. The pieces are dealt at
//           random, at most one per phase.
// Phases without displacements are null: the message does not move in them.
//
// VALIANT. Two phases, by way of a node drawn uniformly from all, source and destination included.
//
// ROMM by nodes. The phases lead by way of p - 1 nodes, each drawn uniformly from the least submesh
// that has the node before it and the destination at its corners. The paper argues against these
// (section 4.2: most messages leave their source along dimension 0). With two phases this is what
// BookSim2 calls ROMM.
//
// O1TURN (Seo et al., ISCA 2005), in two dimensions. Half of the messages go along dimension 0
// first, half along dimension 1: two phases of one dimension each. The routes are those of 2-PHASE
// ROMM.
#pragma once

#include <array>
#include <functional>

#include "config/config.hpp"
#include "core/random.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

constexpr unsigned kMaxPhases = 8;

enum class PhaseDraw { kRomm, kRommNodes, kValiant, kO1Turn };

/// A member of the family. One phase of ROMM is DIMORDER.
struct RommRouting {
  unsigned phases = 1;       ///< p, 1 to kMaxPhases.
  unsigned cardinality = 1;  ///< d, at least the cardinality of any routing set; kRomm only.
  PhaseDraw draw = PhaseDraw::kRomm;

  [[nodiscard]] static RommRouting dimension_order() { return {1, kMaxGridDimensions}; }
  [[nodiscard]] static RommRouting romm(unsigned phases, unsigned cardinality) {
    return {phases, cardinality};
  }
  [[nodiscard]] static RommRouting romm_nodes(unsigned phases) {
    return {phases, 0, PhaseDraw::kRommNodes};
  }
  [[nodiscard]] static RommRouting valiant_brebner() { return {2, 0, PhaseDraw::kValiant}; }
  [[nodiscard]] static RommRouting one_turn() { return {2, 0, PhaseDraw::kO1Turn}; }
};

/// Whether a message with these displacements can be dealt: it has no more of them than `routing`
/// reckons with.
[[nodiscard]] bool can_deal(const RommRouting& routing, const Displacements& whole);

/// The routing of a configuration.
[[nodiscard]] RommRouting romm_routing(const NetworkConfig& config);

/// A message's displacements in each phase.
struct PhaseSets {
  unsigned count = 0;
  std::array<Displacements, kMaxPhases> sets{};
};

/// Another source of routes than draw_phases: the phases of the message that a terminal starts.
using RouteSource = std::function<PhaseSets(NodeId source, NodeId destination)>;

/// Draws a message's phases. Like for_each_choice, throws UsageError if they cannot be dealt.
[[nodiscard]] PhaseSets draw_phases(const Grid& topology, NodeId source, NodeId destination,
                                    const RommRouting& routing, Random& random);

/// Calls action(phases, probability) for every outcome of draw_phases; the same phases may occur
/// several times. The probabilities add up to 1.
void for_each_choice(const Grid& topology, NodeId source, NodeId destination,
                     const RommRouting& routing,
                     const std::function<void(const PhaseSets&, double)>& action);

}  // namespace wayfarer
