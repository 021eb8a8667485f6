#include "family/mway/aged/age_bounds.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer::mway {

AgeBounds::Limits AgeBounds::limits(unsigned members, unsigned buffers, unsigned classes) {
  const unsigned wanting = (members - 1) * buffers;
  return {2 * (wanting - 1) + 2 * members * classes + 2, members * buffers + 2};
}

AgeBounds::AgeBounds(const Limits& limits, std::size_t keys, std::size_t buffers)
    : limits_(limits),
      entered_(keys, 0),
      since_(buffers, 0),
      promoted_(keys, 0),
      top_entered_(keys, 0),
      first_eligible_(keys, 0),
      last_eligible_(keys, 0) {}

void AgeBounds::enters(const Entry& entry) {
  const auto fail = [&](const char* property) {
    throw CheckFailed(fmt::format("{}: receiver {}, class {}, cycle {}", property, entry.key / 2,
                                  entry.key % 2, cycle_));
  };
  if (entry.top) top_entered_[entry.key] = cycle_;
  if (entry.router && entry.top_waits && !entry.top && cycle_ >= promoted_[entry.key] + 2)
    fail("TopHeaderFirst");
  if (entry.router && entry.oldest &&
      entered_[entry.key] - since_[entry.buffer] > limits_.overtaken)
    fail("OvertakenBounded");
  ++entered_[entry.key];
}

void AgeBounds::end_cycle() {
  for (const std::uint32_t key : eligible_) {
    if (last_eligible_[key] + 1 < cycle_) first_eligible_[key] = cycle_;
    last_eligible_[key] = cycle_;
    const Cycle from = std::max(first_eligible_[key], top_entered_[key] + 1);
    if (cycle_ >= from + limits_.passed)
      throw CheckFailed(fmt::format("TopHeaderEnters: receiver {}, class {}, cycle {}", key / 2,
                                    key % 2, cycle_));
  }
  eligible_.clear();
  ++cycle_;
}

}  // namespace wayfarer::mway
