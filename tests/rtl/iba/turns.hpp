// VL arbitration in plain C++: InfiniBand's rules as a search, entry by entry.
#pragma once

#include <cstdint>
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

class Table {
 public:
  std::vector<Turn> turns;

  /// The entry that has the next flit; -1: none has a lane in `ready`.
  [[nodiscard]] int next(std::uint64_t ready) const {
    if (left_ > 0 && can(current_, ready)) return static_cast<int>(current_);
    for (std::size_t step = 1; step <= turns.size(); ++step)
      if (const std::size_t entry = (current_ + step) % turns.size(); can(entry, ready))
        return static_cast<int>(entry);
    return -1;
  }
  void send(unsigned entry, bool begins, unsigned unit) {
    if (begins) left_ = turns[entry].weight * unit;
    --left_;
    current_ = entry;
  }
  /// Whether that entry begins a turn.
  [[nodiscard]] bool begins(unsigned entry, std::uint64_t ready) const {
    return entry != current_ || left_ == 0 || !can(current_, ready);
  }
  explicit Table(std::size_t entries) : turns(entries), current_(entries - 1) {}

 private:
  [[nodiscard]] bool can(std::size_t entry, std::uint64_t ready) const {
    return turns[entry].weight > 0 && (ready >> turns[entry].lane & 1) != 0;
  }
  std::size_t current_;
  unsigned left_ = 0;
};

}  // namespace wayfarer::iba_test
