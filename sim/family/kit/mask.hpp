// Sets of a node's buffers as bits, and the selections that hardware makes from them.
#pragma once

#include <cstdint>

namespace wayfarer::kit {

/// One bit for each input (or output) buffer of a node, or for each flit in a buffer.
using Mask = std::uint64_t;

constexpr unsigned lowest_bit(Mask mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }
constexpr Mask bit(unsigned number) { return Mask{1} << number; }

/// All ones or none.
constexpr Mask all_if(bool condition) { return -Mask{condition}; }

/// Round robin: the first bit above `last`, cyclically. Branch-free, since a branch would be
/// mispredicted.
constexpr unsigned first_after(Mask mask, unsigned last) {
  const Mask later = mask & (~Mask{1} << last);
  return lowest_bit(later | (mask & all_if(later == 0)));
}

/// The bit whose number XOR `random` is smallest; the mask is not 0.
constexpr unsigned least_xor(Mask mask, unsigned random) {
  unsigned best = lowest_bit(mask);
  for (Mask left = mask & (mask - 1); left != 0; left &= left - 1)
    if ((lowest_bit(left) ^ random) < (best ^ random)) best = lowest_bit(left);
  return best;
}

/// The bit with `rank` set bits below it; the mask has more than `rank` bits.
constexpr unsigned bit_of_rank(Mask mask, unsigned rank) {
  for (; rank != 0; --rank) mask &= mask - 1;
  return lowest_bit(mask);
}

/// Each bit of the mask for an equal share of the words of `width` bits, or for one word more: that
/// of rank floor(n * word / 2^width) of n bits. The mask is not 0.
constexpr unsigned uniform_bit(Mask mask, unsigned word, unsigned width) {
  const unsigned count = static_cast<unsigned>(__builtin_popcountll(mask));
  return bit_of_rank(mask, count * word >> width);
}

}  // namespace wayfarer::kit
