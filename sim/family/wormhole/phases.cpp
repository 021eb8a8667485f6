#include "family/wormhole/phases.hpp"
#include "family/mesh/config.hpp"
#include "family/wormhole/config.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

/// Weights of several outcomes, as integers; the first `count` entries are valid.
using Weights = std::array<unsigned, kMaxGridDimensions>;
static_assert(kMaxPhases <= kMaxGridDimensions);

unsigned sum_of(const Weights& weights, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; ++i) sum += weights[i];
  return sum;
}

/// Makes each choice at random.
class RandomChoices {
 public:
  explicit RandomChoices(Random& random) : random_(random) {}

  unsigned below(unsigned bound) { return random_.below(bound); }

  unsigned weighted(const Weights& weights, unsigned count) {
    unsigned ticket = random_.below(sum_of(weights, count));
    unsigned value = 0;
    while (ticket >= weights[value]) ticket -= weights[value++];
    return value;
  }

 private:
  Random& random_;
};

/// Enumerates all sequences of choices, like an odometer whose wheels are the choices.
class AllChoices {
 public:
  unsigned below(unsigned bound) {
    probability_ /= bound;
    return step(0, bound - 1);
  }

  unsigned weighted(const Weights& weights, unsigned count) {
    unsigned first = at_ < wheels_.size() ? wheels_[at_].value : 0;
    while (weights[first] == 0) ++first;
    unsigned last = count - 1;
    while (weights[last] == 0) --last;
    probability_ *= static_cast<double>(weights[first]) / sum_of(weights, count);
    if (at_ < wheels_.size()) wheels_[at_].value = first;
    return step(first, last);
  }

  [[nodiscard]] double probability() const { return probability_; }

  /// Returns to the first choice with the next sequence; false when there is none.
  bool next() {
    while (!wheels_.empty() && wheels_.back().value == wheels_.back().last) wheels_.pop_back();
    if (wheels_.empty()) return false;
    ++wheels_.back().value;
    at_ = 0;
    probability_ = 1;
    return true;
  }

 private:
  struct Wheel {
    unsigned value;
    unsigned last;
  };

  unsigned step(unsigned first, unsigned last) {
    if (at_ == wheels_.size()) wheels_.push_back({first, last});
    return wheels_[at_++].value;
  }

  std::vector<Wheel> wheels_;
  std::size_t at_ = 0;
  double probability_ = 1;
};

unsigned length(int displacement) { return static_cast<unsigned>(std::abs(displacement)); }

/// A message's routing set in its first `dimensions` entries.
struct Whole {
  Displacements set;
  unsigned dimensions;
};

/// Marks the displacements with `pieces` pieces that can be cut once more; returns whether there
/// are any.
bool find_candidates(const Whole& whole, const Weights& counts, unsigned pieces, Weights& found) {
  bool any = false;
  for (unsigned i = 0; i < whole.dimensions; ++i) {
    found[i] = counts[i] == pieces && length(whole.set[i]) > pieces ? 1 : 0;
    any |= found[i] != 0;
  }
  return any;
}

/// The number of pieces of each displacement.
template <typename Choices>
Weights count_pieces(const Whole& whole, const RommRouting& routing, Choices& choices) {
  Weights counts{};
  unsigned total = 0;
  for (unsigned i = 0; i < whole.dimensions; ++i) total += counts[i] = whole.set[i] != 0 ? 1 : 0;
  const unsigned d = routing.cardinality;
  const unsigned most = (routing.phases + d - 1) / d;
  Weights candidates{};
  for (unsigned pieces = 1; pieces < most; ++pieces)
    for (; total < routing.phases && find_candidates(whole, counts, pieces, candidates); ++total)
      ++counts[choices.weighted(candidates, whole.dimensions)];
  return counts;
}

/// Lengths of the pieces of a displacement, all ways to cut it being equally likely.
struct Pieces {
  unsigned count = 0;
  std::array<unsigned, kMaxPhases> lengths{};
};

template <typename Choices>
Pieces cut(unsigned whole, unsigned count, Choices& choices) {
  std::array<unsigned, kMaxPhases + 1> cuts{};  // ascending, the first being 0
  for (unsigned known = 1; known < count; ++known) {
    unsigned point = choices.below(whole - known) + 1;
    unsigned place = 1;
    for (; place < known && cuts[place] <= point; ++place) ++point;
    std::copy_backward(cuts.begin() + place, cuts.begin() + known, cuts.begin() + known + 1);
    cuts[place] = point;
  }
  cuts[count] = whole;
  Pieces pieces;
  pieces.count = count;
  for (unsigned i = 0; i < count; ++i) pieces.lengths[i] = cuts[i + 1] - cuts[i];
  return pieces;
}

/// The number of pieces that each phase may take.
Weights room_of(const RommRouting& routing) {
  const unsigned p = routing.phases;
  const unsigned slots = std::max(p, routing.cardinality);
  Weights room{};
  for (unsigned i = 0; i < p; ++i) room[i] = slots / p + (i >= p - slots % p ? 1 : 0);
  return room;
}

template <typename Choices>
PhaseSets choose_romm(const Whole& whole, const RommRouting& routing, Choices& choices) {
  PhaseSets result;
  result.count = routing.phases;
  const Weights counts = count_pieces(whole, routing, choices);
  Weights room = room_of(routing);
  for (unsigned i = 0; i < whole.dimensions; ++i) {
    if (counts[i] == 0) continue;
    const Pieces pieces = cut(length(whole.set[i]), counts[i], choices);
    for (unsigned k = 0; k < pieces.count; ++k) {
      const unsigned phase = choices.weighted(room, routing.phases);
      --room[phase];
      const int piece = static_cast<int>(pieces.lengths[k]);
      result.sets[phase][i] = whole.set[i] < 0 ? -piece : piece;
    }
  }
  return result;
}

template <typename Choices>
PhaseSets choose_valiant(const Grid& topology, NodeId source, NodeId destination,
                         Choices& choices) {
  const NodeId middle = choices.below(topology.nodes());
  PhaseSets result;
  result.count = 2;
  result.sets[0] = topology.routing_set(source, middle);
  result.sets[1] = topology.routing_set(middle, destination);
  return result;
}

template <typename Choices>
PhaseSets choose_nodes(const Whole& whole, const RommRouting& routing, Choices& choices) {
  PhaseSets result;
  result.count = routing.phases;
  Displacements left = whole.set;
  for (unsigned phase = 0; phase + 1 < routing.phases; ++phase)
    for (unsigned i = 0; i < whole.dimensions; ++i) {
      const int piece = static_cast<int>(choices.below(length(left[i]) + 1));
      result.sets[phase][i] = left[i] < 0 ? -piece : piece;
      left[i] -= result.sets[phase][i];
    }
  result.sets[routing.phases - 1] = left;
  return result;
}

/// The first dimension is drawn even for routes without a turn, so that phases are used equally.
template <typename Choices>
PhaseSets choose_one_turn(const Whole& whole, Choices& choices) {
  const unsigned first = choices.below(2);
  PhaseSets result;
  result.count = 2;
  result.sets[0][first] = whole.set[first];
  result.sets[1][1 - first] = whole.set[1 - first];
  return result;
}

[[noreturn]] void refuse(const Whole& whole, NodeId source, NodeId destination,
                         const RommRouting& routing) {
  const unsigned needed = cardinality(whole.set);
  throw UsageError(fmt::format(
      "router.cardinality = {}: a message from node {} to node {} has displacements in {} dimensions; legal for this traffic: {} or more, or omit the key",
      routing.cardinality, source, destination, needed, needed));
}

template <typename Choices>
PhaseSets choose(const Grid& topology, NodeId source, NodeId destination,
                 const RommRouting& routing, Choices& choices) {
  const Whole whole = {topology.routing_set(source, destination), topology.dimensions()};
  assert(routing.phases >= 1 && routing.phases <= kMaxPhases);
  switch (routing.draw) {
    case PhaseDraw::kValiant: return choose_valiant(topology, source, destination, choices);
    case PhaseDraw::kO1Turn: return choose_one_turn(whole, choices);
    case PhaseDraw::kRommNodes: return choose_nodes(whole, routing, choices);
    case PhaseDraw::kRomm: break;
  }
  if (!can_deal(routing, whole.set)) refuse(whole, source, destination, routing);
  return choose_romm(whole, routing, choices);
}

}  // namespace

bool can_deal(const RommRouting& routing, const Displacements& whole) {
  return routing.draw != PhaseDraw::kRomm || cardinality(whole) <= routing.cardinality;
}

RommRouting romm_routing(const NetworkConfig& config) {
  const WormholeConfig& router = wormhole_of(config);
  const auto dimensions = static_cast<unsigned>(config.topology.extents.size());
  switch (router.routing) {
    case WormholeRoutingKind::kRomm:
      return RommRouting::romm(router.phases,
                               router.cardinality == 0 ? dimensions : router.cardinality);
    case WormholeRoutingKind::kValiant: return RommRouting::valiant_brebner();
    case WormholeRoutingKind::kO1Turn: return RommRouting::one_turn();
    case WormholeRoutingKind::kRommNodes: return RommRouting::romm_nodes(mesh_of(config).phases);
    case WormholeRoutingKind::kDimensionOrder: break;
  }
  return RommRouting::dimension_order();
}

PhaseSets draw_phases(const Grid& topology, NodeId source, NodeId destination,
                      const RommRouting& routing, Random& random) {
  RandomChoices choices(random);
  return choose(topology, source, destination, routing, choices);
}

void for_each_choice(const Grid& topology, NodeId source, NodeId destination,
                     const RommRouting& routing,
                     const std::function<void(const PhaseSets&, double)>& action) {
  AllChoices choices;
  do {
    const PhaseSets phases = choose(topology, source, destination, routing, choices);
    action(phases, choices.probability());
  } while (choices.next());
}

}  // namespace wayfarer
