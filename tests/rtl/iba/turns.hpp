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

}  // namespace wayfarer::iba_test
