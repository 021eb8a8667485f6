#include "family/wormhole/romm_source.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace wayfarer {
namespace {

/// `wf_pkg::index_width`.
unsigned index_width(unsigned size) {
  unsigned bits = 1;
  while ((1u << bits) < size) ++bits;
  return bits;
}

/// `wormhole_source_pkg::smear`: all bits up to the highest one.
unsigned smear(unsigned value) {
  for (unsigned shift = 1; shift < 16; shift *= 2) value |= value >> shift;
  return value;
}

unsigned length(int displacement) { return static_cast<unsigned>(std::abs(displacement)); }

int along(int other, unsigned hops) {
  return other < 0 ? -static_cast<int>(hops) : static_cast<int>(hops);
}

unsigned digit_width(const Grid& topology) {
  return index_width(*std::max_element(topology.extents().begin(), topology.extents().end()));
}

/// Whether phases take the displacements in a drawn order.
bool deals(const RommRouting& routing) {
  return routing.phases > 1 && routing.draw != PhaseDraw::kValiant &&
         routing.draw != PhaseDraw::kRommNodes;
}

/// Whether a header takes draws after its destination is known.
bool shapes(const RommRouting& routing, unsigned dimensions) {
  if (routing.phases == 1) return false;
  return routing.draw == PhaseDraw::kRommNodes ||
         (routing.draw == PhaseDraw::kRomm && routing.phases > dimensions);
}

/// `wormhole_source_pkg::draw_width`.
unsigned draw_width(const Grid& topology, const RommRouting& routing, unsigned slots) {
  const bool valiant = routing.draw == PhaseDraw::kValiant;
  unsigned width = topology.torus() ? (valiant ? 2 : 1) * topology.dimensions() : 0;
  if (routing.phases == 1) return width;
  if (deals(routing)) width = std::max(width, index_width(slots));
  if (!deals(routing) || shapes(routing, topology.dimensions()))
    width = std::max(width, digit_width(topology));
  return width;
}

}  // namespace

RommSource::RommSource(const Grid& topology, const RommRouting& routing, NodeId node,
                       std::uint32_t seed)
    : topology_(topology),
      routing_(routing),
      node_(node),
      deals_(deals(routing)),
      shapes_(shapes(routing, topology.dimensions())),
      slots_(std::max(routing.phases, topology.dimensions())),
      draws_(draw_width(topology, routing, slots_), seed),
      wholes_(topology.dimensions()) {
  const unsigned few = slots_ / routing.phases;
  const unsigned early = routing.phases - slots_ % routing.phases;
  for (unsigned phase = 0; phase < routing.phases; ++phase)
    phase_of_.insert(phase_of_.end(), few + (phase >= early ? 1 : 0), phase);
  reset();
}

void RommSource::reset() {
  draws_.reset();
  shaping_ = valid_ = false;
  header_ = {};
  order_.resize(slots_);
  std::iota(order_.begin(), order_.end(), 0u);
  middle_.assign(topology_.dimensions(), 0);
  prepare_again();
}

bool RommSource::ready() const { return prepared() && draws_.fresh() && !shaping_ && !valid_; }

/// A number from 0 to `most`, or above it: then it must be drawn again.
unsigned RommSource::draw(unsigned most) const { return draws_.bits() & smear(most); }

void RommSource::prepare_again() {
  left_to_prepare_ = 0;
  if (deals_) left_to_prepare_ = slots_ - 1;
  if (routing_.draw == PhaseDraw::kValiant) left_to_prepare_ = topology_.dimensions();
}

/// Draws ahead; returns whether bits of the generator were used.
bool RommSource::prepare() {
  if (prepared() || !draws_.fresh()) return false;
  if (deals_) {
    const unsigned other = draw(left_to_prepare_);
    if (other <= left_to_prepare_) std::swap(order_[left_to_prepare_--], order_[other]);
    return true;
  }
  const unsigned dimension = left_to_prepare_ - 1;
  const unsigned most = topology_.extents()[dimension] - 1;
  middle_[dimension] = draw(most);
  if (middle_[dimension] <= most) --left_to_prepare_;
  return true;
}

void RommSource::accept(NodeId destination) {
  header_ = {};
  header_.count = routing_.phases;
  unsigned rank = 0;
  for (unsigned d = 0; d < topology_.dimensions(); ++d) {
    const unsigned here = topology_.digit(node_, d);
    const unsigned there = topology_.digit(destination, d);
    if (routing_.draw == PhaseDraw::kValiant) {
      header_.sets[0][d] = displacement(topology_, d, here, middle_[d], draws_.bit(d));
      header_.sets[1][d] =
          displacement(topology_, d, middle_[d], there, draws_.bit(topology_.dimensions() + d));
      continue;
    }
    const int whole = displacement(topology_, d, here, there, draws_.bit(d));
    const unsigned phase = deals_ ? phase_of_[order_[rank % slots_]] : routing_.phases - 1;
    header_.sets[phase][d] = whole;
    rank += whole != 0 ? 1 : 0;
    wholes_[d] = {length(whole), whole != 0 ? 1u : 0u};
  }
  phase_ = dimension_ = 0;
  round_ = 1;
  total_ = rank;
  cut_step_ = CutStep::kPick;
}

/// wormhole_romm_parts; returns whether bits of the generator were used.
bool RommSource::part() {
  if (!draws_.fresh()) return false;
  int& left = header_.sets[routing_.phases - 1][dimension_];
  const unsigned drawn = draw(length(left));
  if (drawn > length(left)) return true;
  header_.sets[phase_][dimension_] = along(left, drawn);
  left = along(left, length(left) - drawn);
  if (++dimension_ < topology_.dimensions()) return true;
  dimension_ = 0;
  done_ = ++phase_ == routing_.phases - 1;
  return true;
}

/// wormhole_romm_cut; returns whether bits of the generator were used.
bool RommSource::cut() {
  const unsigned dimensions = topology_.dimensions();
  const unsigned rounds = (routing_.phases + dimensions - 1) / dimensions - 1;
  const auto candidate = [this](const Whole& whole) {
    return whole.pieces == round_ && whole.length > round_;
  };
  if (cut_step_ == CutStep::kFind) {
    find();
    return false;
  }
  if (cut_step_ == CutStep::kPoint) {
    if (!draws_.fresh()) return false;
    const unsigned most = wholes_[dimension_].length - wholes_[dimension_].pieces - 1;
    point_ = draw(most);
    phase_ = 0;
    if (point_ <= most) cut_step_ = CutStep::kFind;
    return true;
  }
  done_ = total_ == routing_.phases || round_ > rounds;
  if (done_) return false;
  if (std::none_of(wholes_.begin(), wholes_.end(), candidate)) {
    ++round_;
    return false;
  }
  if (!draws_.fresh()) return false;
  dimension_ = draws_.bits() & ((1u << index_width(dimensions)) - 1);
  if (dimension_ < dimensions && candidate(wholes_[dimension_])) cut_step_ = CutStep::kPoint;
  return true;
}

/// Looks for the piece that has the point, in one slot.
void RommSource::find() {
  int& piece = header_.sets[phase_][dimension_];
  const unsigned room = piece == 0 ? 0 : length(piece) - 1;
  if (point_ >= room) {
    point_ -= room;
    ++phase_;
    return;
  }
  const int before = along(piece, point_ + 1);
  header_.sets[order_[total_++]][dimension_] = piece - before;
  piece = before;
  ++wholes_[dimension_].pieces;
  cut_step_ = CutStep::kPick;
}

void RommSource::step(const NodeId* destination, bool taken) {
  const bool accepts = destination != nullptr && ready();
  const bool shaping = shaping_;
  done_ = false;
  bool draws = accepts;
  if (!shaping) draws |= prepare();
  if (accepts) {
    accept(*destination);
    shaping_ = shapes_;
    valid_ = !shaping_;
    if (!shaping_) prepare_again();
  } else if (shaping) {
    draws |= routing_.draw == PhaseDraw::kRommNodes ? part() : cut();
    if (done_) {
      shaping_ = false;
      valid_ = true;
      prepare_again();
    }
  } else if (taken) {
    valid_ = false;
  }
  draws_.step(draws);
}

}  // namespace wayfarer
