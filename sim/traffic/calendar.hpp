// Terminals by the cycle they wait for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/types.hpp"

namespace wayfarer {

/// Lists of terminals by cycle modulo the number of lists (a timing wheel): adding and taking cost
/// the same however many wait.
class Calendar {
 public:
  explicit Calendar(std::uint32_t terminals) : first_(kLists, kNobody), entries_(terminals) {}

  /// Makes `terminal`, which must not be waiting, wait for `cycle`.
  void add(TerminalId terminal, Cycle cycle) {
    link(terminal, cycle);
    ++count_;
  }

  /// Calls wake(terminal) for the terminals that wait for cycle `now`. Call for every cycle in
  /// turn, from 0.
  template <typename Wake>
  void take(Cycle now, const Wake& wake) {
    TerminalId terminal = first_[now % kLists];
    first_[now % kLists] = kNobody;
    while (terminal != kNobody) {
      const Entry entry = entries_[terminal];
      if (entry.cycle == now) {
        --count_;
        wake(terminal);
      } else {
        link(terminal, entry.cycle);  // a later turn of the wheel
      }
      terminal = entry.next;
    }
  }

  /// The earliest cycle from `now` on that a terminal waits for; kNever: none waits.
  [[nodiscard]] Cycle next(Cycle now) const {
    Cycle earliest = kNever;
    for (Cycle cycle = now; cycle < now + kLists && cycle < earliest; ++cycle)
      for (TerminalId at = first_[cycle % kLists]; at != kNobody; at = entries_[at].next)
        earliest = std::min(earliest, entries_[at].cycle);
    return earliest;
  }

  [[nodiscard]] bool empty() const { return count_ == 0; }
  void clear() {
    first_.assign(kLists, kNobody);
    count_ = 0;
  }

 private:
  static constexpr std::size_t kLists = 1024;
  static constexpr TerminalId kNobody = ~TerminalId{0};
  struct Entry {
    Cycle cycle = 0;
    TerminalId next = kNobody;
  };

  void link(TerminalId terminal, Cycle cycle) {
    TerminalId& first = first_[cycle % kLists];
    entries_[terminal] = {cycle, first};
    first = terminal;
  }

  std::vector<TerminalId> first_;
  std::vector<Entry> entries_;
  std::size_t count_ = 0;
};

}  // namespace wayfarer
