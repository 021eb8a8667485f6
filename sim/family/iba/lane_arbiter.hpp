// VL arbitration of an output port: model of rtl/iba/iba_lane_arbiter.sv and its registers.
#pragma once

#include <array>
#include <cstdint>

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

  /// Sends a flit of one of these entries; returns its virtual lane.
  unsigned serve(kit::Mask able, unsigned unit) {
    if (left_ == 0 || (able >> current_ & 1) == 0) {
      current_ = kit::first_after(able, current_);
      left_ = turns_[current_].weight * unit;
    }
    --left_;
    return turns_[current_].lane;
  }

 private:
  static constexpr unsigned kMostLanes = 4;
  struct Entry {
    std::uint8_t lane = 0;
    std::uint8_t weight = 0;
  };

  std::array<Entry, kMostTurns> turns_{};
  std::array<kit::Mask, kMostLanes> of_lane_{};  ///< Entries with a weight.
  unsigned current_ = kMostTurns - 1;            ///< The entry that had the last flit,
  unsigned left_ = 0;                            ///< and the flits that remain of its turn.
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

  /// The virtual lane that sends a flit, one of these.
  unsigned serve(kit::Mask ready) {
    const kit::Mask high = tables_[0].able(ready);
    const kit::Mask low = tables_[1].able(ready);
    const bool reached = limit_ != kNoLimit && used_ >= (limit_ == 0 ? 1 : limit_);
    if (high != 0 && !(low != 0 && reached)) {
      used_ = reached ? 1 : used_ + (used_ != kNoLimit ? 1 : 0);
      return tables_[0].serve(high, unit_);
    }
    used_ = 0;
    if (low != 0) return tables_[1].serve(low, unit_);
    return rest_ = kit::first_after(ready, rest_);
  }

 private:
  WeightedTurns& table(ArbitrationPart part) { return tables_[static_cast<unsigned>(part)]; }

  unsigned lanes_;
  unsigned unit_;  ///< Flits of a weight of 1.
  std::array<WeightedTurns, 2> tables_;
  unsigned limit_ = 0;
  unsigned used_ = 0;  ///< Flits of high priority since the low-priority table was asked.
  unsigned rest_;      ///< The lane without a weight that was served last.
};

}  // namespace wayfarer::iba
