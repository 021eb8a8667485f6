// VL arbitration of an output port: model of rtl/iba/iba_lane_arbiter.sv and its registers.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "core/types.hpp"
#include "family/iba/management.hpp"
#include "family/kit/mask.hpp"

namespace wayfarer::iba {

/// One arbitration table: its entries have turns in order, each for its weight.
class WeightedTurns {
 public:
  void set(unsigned entry, ArbitrationTurn turn) {
    for (kit::Mask& entries : of_lane_) entries &= ~kit::bit(entry);
    turns_[entry] = {static_cast<std::uint8_t>(turn.lane), static_cast<std::uint8_t>(turn.weight)};
    if (turn.weight != 0) of_lane_[turn.lane] |= kit::bit(entry);
  }
  [[nodiscard]] ArbitrationTurn turn(unsigned entry) const {
    return {turns_[entry].lane, turns_[entry].weight};
  }

  /// Entries that can have the turn when these virtual lanes have a flit.
  [[nodiscard]] kit::Mask able(kit::Mask ready) const {
    kit::Mask entries = 0;
    for (; ready != 0; ready &= ready - 1) entries |= of_lane_[kit::lowest_bit(ready)];
    return entries;
  }

  /// Sends a flit of one of these entries; returns its virtual lane. The turn of an entry whose
  /// lane is in a gap (a bit of `gap`: an entry) pauses.
  unsigned serve(kit::Mask able, kit::Mask gap, unsigned unit) {
    const bool stays = turn_.left != 0 && (able >> turn_.entry & 1) != 0;
    if (stays) return use(turn_);
    const bool pauses = turn_.left != 0 && (gap >> turn_.entry & 1) != 0;
    if (early_.left == 0 || (able >> early_.entry & 1) == 0) {
      last_ = kit::first_after(able, last_);
      early_ = {last_, turns_[last_].weight * unit};
    }
    const unsigned lane = use(early_);
    if (!pauses) turn_ = std::exchange(early_, {});
    return lane;
  }

 private:
  static constexpr unsigned kMostLanes = 4;
  struct Entry {
    std::uint8_t lane = 0;
    std::uint8_t weight = 0;
  };

  struct Turn {
    unsigned entry = 0;
    unsigned left = 0;  ///< Flits that remain.
  };

  unsigned use(Turn& turn) {
    --turn.left;
    return turns_[turn.entry].lane;
  }

  std::array<Entry, kMostTurns> turns_{};
  std::array<kit::Mask, kMostLanes> of_lane_{};  ///< Entries with a weight.
  Turn turn_;                       ///< The turn that is used unless its lane is in a gap,
  Turn early_;                      ///< and the next one, which began in such a gap.
  unsigned last_ = kMostTurns - 1;  ///< The entry that began a turn last.
};

/// The tables of a port, and its limit of high priority.
class LaneArbiter {
 public:
  LaneArbiter(unsigned lanes, unsigned unit) : lanes_(lanes), unit_(unit), rest_(lanes - 1) {}

  /// An entry of a virtual lane that does not exist is written as 0.
  void write(ArbitrationPart part, unsigned number, std::uint32_t value) {
    const ArbitrationTurn turn = ArbitrationTurn::of(value);
    if (part == ArbitrationPart::kLimit)
      limit_ = value & 255;
    else
      table(part).set(number, turn.lane < lanes_ ? turn : ArbitrationTurn{});
  }
  [[nodiscard]] std::uint32_t read(ArbitrationPart part, unsigned number) {
    return part == ArbitrationPart::kLimit ? limit_ : table(part).turn(number).value();
  }

  /// A virtual lane sends a tail.
  void end(unsigned lane, Cycle now) {
    ended_ = kit::bit(lane);
    ended_at_ = now;
  }

  /// The virtual lane that sends a flit, one of these. The lane that sent a tail in the previous
  /// cycle is in a gap, if it is not ready.
  unsigned serve(kit::Mask ready, Cycle now) {
    const kit::Mask pausing = ended_at_ + 1 == now ? ended_ & ~ready : 0;
    const kit::Mask high = tables_[0].able(ready);
    const kit::Mask low = tables_[1].able(ready);
    const kit::Mask gap = tables_[0].able(pausing);
    const bool full = limit_ != kNoLimit && used_ >= (limit_ == 0 ? 1 : limit_);
    if (high != 0 && !(low != 0 && full && !early_)) {
      used_ = full ? 1 : used_ + (used_ != kNoLimit ? 1 : 0);
      early_ = early_ && !full;
      return tables_[0].serve(high, gap, unit_);
    }
    if (gap == 0 || full) used_ = 0;
    early_ = gap != 0 && (early_ || !full);
    if (low != 0) return tables_[1].serve(low, tables_[1].able(pausing), unit_);
    return rest_ = kit::first_after(ready, rest_);
  }

 private:
  WeightedTurns& table(ArbitrationPart part) { return tables_[static_cast<unsigned>(part)]; }

  unsigned lanes_;
  unsigned unit_;  ///< Flits of a weight of 1.
  std::array<WeightedTurns, 2> tables_;
  unsigned limit_ = 0;
  unsigned used_ = 0;        ///< Flits of high priority since the low-priority table was asked.
  bool early_ = false;       ///< It has sent its flit of this count in a gap of high priority.
  kit::Mask ended_ = 0;      ///< The lane that sent a tail last,
  Cycle ended_at_ = kNever;  ///< and when.
  unsigned rest_;            ///< The lane without a weight that was served last.
};

}  // namespace wayfarer::iba
