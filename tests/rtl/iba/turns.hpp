// VL arbitration in plain C++: InfiniBand's rules as a search, entry by entry.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace wayfarer::iba_test {

struct Turn {
  unsigned lane = 0;
  unsigned weight = 0;
};

/// turn_t entries of a table, the first one lowest.
inline std::uint64_t turn_bits(const std::vector<Turn>& turns) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < turns.size(); ++i)
    bits |= std::uint64_t{turns[i].weight << 4 | turns[i].lane} << 12 * i;
  return bits;
}

/// A table and the turns that have begun: at most two, of which the second began in a gap of the
/// first.
class Table {
 public:
  explicit Table(std::size_t entries) : turns(entries), began_last_(entries - 1) {}

  std::vector<Turn> turns;

  /// The entry that has the next flit; -1: none has a lane in `ready`.
  [[nodiscard]] int next(std::uint64_t ready) const {
    for (const Begun& turn : begun_)
      if (turn.left > 0 && can(turn.entry, ready)) return static_cast<int>(turn.entry);
    for (std::size_t step = 1; step <= turns.size(); ++step)
      if (const std::size_t entry = (began_last_ + step) % turns.size(); can(entry, ready))
        return static_cast<int>(entry);
    return -1;
  }
  /// Whether the first turn waits for its lane, which is in `gap` and not in `ready`.
  [[nodiscard]] bool pauses(std::uint64_t ready, std::uint64_t gap) const {
    return !begun_.empty() && begun_[0].left > 0 && can(begun_[0].entry, gap & ~ready);
  }
  /// Whether any entry has its lane in `gap` and not in `ready`.
  [[nodiscard]] bool in_gap(std::uint64_t ready, std::uint64_t gap) const {
    for (std::size_t entry = 0; entry < turns.size(); ++entry)
      if (can(entry, gap & ~ready)) return true;
    return false;
  }
  /// Sends the flit of next(ready).
  void send(std::uint64_t ready, std::uint64_t gap, unsigned unit) {
    const bool first = !begun_.empty() && begun_[0].left > 0 && can(begun_[0].entry, ready);
    if (first) {
      --begun_[0].left;
      return;
    }
    const bool second = begun_.size() == 2 && begun_[1].left > 0 && can(begun_[1].entry, ready);
    Begun turn;
    if (second) {
      turn = begun_[1];
    } else {
      began_last_ = static_cast<std::size_t>(next(ready));
      turn = {began_last_, turns[began_last_].weight * unit};
    }
    --turn.left;
    if (pauses(ready, gap))
      begun_ = {begun_[0], turn};
    else
      begun_ = {turn};
  }

 private:
  struct Begun {
    std::size_t entry = 0;
    unsigned left = 0;
  };
  [[nodiscard]] bool can(std::size_t entry, std::uint64_t ready) const {
    return turns[entry].weight > 0 && (ready >> turns[entry].lane & 1) != 0;
  }
  std::size_t began_last_;
  std::vector<Begun> begun_;
};

/// Both tables of a port, the limit of high priority, and the flits counted against it.
class LaneTables {
 public:
  explicit LaneTables(std::size_t entries) : high(entries), low(entries) {}

  Table high, low;
  unsigned limit = 0;

  static constexpr unsigned kNoLimit = 255;
  enum Priority : unsigned { kHigh, kLow, kRest };
  struct Pick {
    int lane = -1;  ///< -1: the tables pick none.
    Priority from = kRest;
    bool in_gap =
        false;  ///< A flit of another lane than the one of high priority that is in a gap.
    bool reached = false;  ///< Its flits were as many as the limit.
  };

  /// The lane of the flit that is sent; there is one if `ready` is not 0.
  Pick send(std::uint64_t ready, std::uint64_t tails, unsigned unit) {
    const bool gap = high.in_gap(ready, ended_);
    const int first = high.next(ready);
    const int second = low.next(ready);
    const bool full = limit != kNoLimit && used_ >= (limit > 0 ? limit : 1);
    Pick pick;
    pick.reached = full && !early_;
    if (first >= 0 && !(pick.reached && second >= 0)) {
      pick.lane = static_cast<int>(high.turns[static_cast<std::size_t>(first)].lane);
      pick.from = kHigh;
      high.send(ready, ended_, unit);
      used_ = full ? 1 : used_ + 1;
      if (full) early_ = false;
    } else if (ready != 0) {
      if (second >= 0) {
        pick.lane = static_cast<int>(low.turns[static_cast<std::size_t>(second)].lane);
        pick.from = kLow;
        low.send(ready, ended_, unit);
      }
      pick.in_gap = gap;
      // In a gap it is the flit of this count, or if there was one, of the next count.
      early_ = gap && (early_ || !full);
      if (!gap || full) used_ = 0;
    }
    ended_ = pick.lane >= 0 ? std::uint64_t{1} << pick.lane & tails : 0;
    return pick;
  }

 private:
  unsigned used_ = 0;
  bool early_ = false;       // low priority has had its flit of this count in a gap
  std::uint64_t ended_ = 0;  // the lane whose tail was sent in the cycle before, a bit
};

}  // namespace wayfarer::iba_test
