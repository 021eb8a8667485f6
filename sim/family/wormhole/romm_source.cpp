#include "family/wormhole/romm_source.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace wayfarer {
namespace {

constexpr unsigned kLfsrWidth = 32;

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

}  // namespace

std::uint32_t romm_source_seed(std::uint32_t seed, TerminalId terminal) {
  std::uint32_t mixed = seed + (terminal + 1) * 0x9e3779b9u;
  mixed = (mixed ^ mixed >> 16) * 0x85ebca6bu;
  mixed = (mixed ^ mixed >> 13) * 0xc2b2ae35u;
  return mixed ^ mixed >> 16;
}

RommSource::RommSource(const Grid& topology, const RommRouting& routing, NodeId node,
                       std::uint32_t seed)
    : topology_(topology),
      routing_(routing),
      node_(node),
      seed_(seed),
      slots_(std::max(routing.phases, topology.dimensions())),
      window_(0),
      lfsr_(kLfsrWidth, seed),
      wholes_(topology.dimensions()) {
  const bool valiant = routing.draw == PhaseDraw::kValiant;
  if (topology.torus()) window_ = (valiant ? 2 : 1) * topology.dimensions();
  if (routing.phases > 1) {
    if (deals()) window_ = std::max(window_, index_width(slots_));
    if (!deals() || shapes()) window_ = std::max(window_, digit_width(topology));
  }
  const unsigned few = slots_ / routing.phases;
  const unsigned early = routing.phases - slots_ % routing.phases;
  for (unsigned phase = 0; phase < routing.phases; ++phase)
    phase_of_.insert(phase_of_.end(), few + (phase >= early ? 1 : 0), phase);
  reset();
}

bool RommSource::deals() const {
  return routing_.phases > 1 && routing_.draw != PhaseDraw::kValiant &&
         routing_.draw != PhaseDraw::kRommNodes;
}

bool RommSource::shapes() const {
  if (routing_.phases == 1) return false;
  return routing_.draw == PhaseDraw::kRommNodes ||
         (routing_.draw == PhaseDraw::kRomm && routing_.phases > topology_.dimensions());
}

void RommSource::reset() {
  lfsr_ = Lfsr(kLfsrWidth, seed_);
  left_ = 0;
  shaping_ = valid_ = false;
  header_ = {};
  order_.resize(slots_);
  std::iota(order_.begin(), order_.end(), 0u);
  middle_.assign(topology_.dimensions(), 0);
  prepare_again();
}

bool RommSource::ready() const { return prepared() && left_ == 0 && !shaping_ && !valid_; }

/// A number from 0 to `most`, or above it: then it must be drawn again.
unsigned RommSource::draw(unsigned most) const {
  return static_cast<unsigned>(lfsr_.state()) & smear(most);
}

int RommSource::way(unsigned dimension, unsigned from, unsigned to, bool tie) const {
  const int extent = static_cast<int>(topology_.extents()[dimension]);
  int delta = static_cast<int>(to) - static_cast<int>(from);
  if (!topology_.torus()) return delta;
  if (2 * delta > extent || (2 * delta == extent && tie))
    delta -= extent;
  else if (2 * delta < -extent || (2 * delta == -extent && !tie))
    delta += extent;
  return delta;
}

void RommSource::prepare_again() {
  left_to_prepare_ = 0;
  if (deals()) left_to_prepare_ = slots_ - 1;
  if (routing_.draw == PhaseDraw::kValiant) left_to_prepare_ = topology_.dimensions();
}

/// Draws ahead; returns whether bits of the generator were used.
bool RommSource::prepare() {
  if (prepared() || left_ != 0) return false;
  if (deals()) {
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
      header_.sets[0][d] = way(d, here, middle_[d], tie(d));
      header_.sets[1][d] = way(d, middle_[d], there, tie(topology_.dimensions() + d));
      continue;
    }
    const int whole = way(d, here, there, tie(d));
    const unsigned phase = deals() ? phase_of_[order_[rank % slots_]] : routing_.phases - 1;
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
  if (left_ != 0) return false;
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
    if (left_ != 0) return false;
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
  if (left_ != 0) return false;
  dimension_ = static_cast<unsigned>(lfsr_.state()) & ((1u << index_width(dimensions)) - 1);
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
    shaping_ = shapes();
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
  if (window_ == 0) return;
  if (draws || left_ != 0) lfsr_.advance();
  if (draws)
    left_ = window_ - 1;
  else if (left_ != 0)
    --left_;
}

}  // namespace wayfarer
