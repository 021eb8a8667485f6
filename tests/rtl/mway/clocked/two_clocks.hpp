// What the tests of modules with two clocks share: Gray code, and edges at random times.
#pragma once

#include "../reference.hpp"

namespace wayfarer::mway_test {

constexpr unsigned gray(unsigned count, unsigned bits) {
  const unsigned value = count & ((1u << bits) - 1);
  return value ^ value >> 1;
}

/// Pointers of a set's buffers as a port: `bits` of each.
template <class Counts>
unsigned gray_port(const Counts& counts, unsigned bits) {
  unsigned port = 0;
  unsigned shift = 0;
  for (const unsigned count : counts) {
    port |= gray(count, bits) << shift;
    shift += bits;
  }
  return port;
}

/// Two clocks with periods in units of time. Edges at the same time come in random order: that is
/// what a metastable register may make of them.
class TwoClocks {
 public:
  TwoClocks(unsigned first_period, unsigned second_period, unsigned seed)
      : random_(seed), period_{first_period, second_period} {
    next_[1] = random_() % second_period;
  }
  /// The clock that has the next edge, 0 or 1.
  unsigned advance() {
    const unsigned which = next_[0] != next_[1] ? (next_[0] < next_[1] ? 0 : 1) : random_() % 2;
    next_[which] += period_[which];
    return which;
  }

 private:
  Random random_;
  unsigned period_[2];
  unsigned long next_[2] = {0, 0};
};

constexpr unsigned kPeriods[][2] = {{10, 10}, {10, 11}, {1, 7}, {7, 1}, {13, 5}};

}  // namespace wayfarer::mway_test
