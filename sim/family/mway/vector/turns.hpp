// Round robin in the sets of many channels at a time. docs/models.md has an example.
#pragma once

#include <cstddef>

namespace wayfarer::mway {

/// Bits: a word or a vector, with a bit for each channel. Of the buffers of a set that are
/// `candidates`, the chosen one stays. `turn`: those at or after the pointer, which is then after
/// the chosen one; without a candidate it stays.
template <class Bits>
[[gnu::always_inline]] inline void take_turns(std::size_t buffers, Bits* candidates, Bits* turn) {
  Bits ahead = {};
  Bits any = {};
  for (std::size_t b = 0; b < buffers; ++b) {
    any |= candidates[b];
    ahead |= candidates[b] & turn[b];
  }
  Bits passed = {};
  for (std::size_t b = 0; b < buffers; ++b) {
    const Bits chosen = candidates[b] & (turn[b] | ~ahead) & ~passed;
    turn[b] = passed | (turn[b] & ~any);
    passed |= chosen;
    candidates[b] = chosen;
  }
}

}  // namespace wayfarer::mway
