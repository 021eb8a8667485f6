// The decisions of a wormhole network's nodes in a cycle: the flits sent over the links, and those
// that cross from input to output buffers. No branches and no loop over buffers or links, so that
// the compiler handles several nodes with each instruction. All of it is inlined into its callers,
// which are compiled for several instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "family/kit/mask.hpp"

namespace wayfarer::wormhole {

/// The bits of a word that belong to each link: fields of one bit a virtual channel.
template <typename Word>
struct LinkFields {
  Word all;         ///< The fields of all links; ejection ports are above.
  Word last;        ///< The last bit of each field.
  unsigned length;  ///< Bits of a field.
  Word direct;      ///< Buffers that a flit may leave in the cycle in which it crosses to them.

  /// `registered`: a flit crosses in one cycle and goes over the link in a later one.
  LinkFields(unsigned links, unsigned channels, bool registered = false)
      : all(0), last(0), length(channels) {
    for (unsigned link = 0; link < links; ++link) last |= Word{1} << ((link + 1) * channels - 1);
    all = last | (last - (last >> (channels - 1)));
    direct = static_cast<Word>(registered ? ~all : ~Word{0});
  }
  /// The last bit of each field that has any bit set.
  [[nodiscard, gnu::always_inline]] Word used(Word bits) const {
    const Word others = all & ~last;
    return (((bits & others) + others) | bits) & last;
  }
  /// The first bit of the fields whose last bit is given.
  [[nodiscard, gnu::always_inline]] Word first_bits(Word last_bits) const {
    return last_bits >> (length - 1);
  }
  /// All bits of the fields whose last bit is given.
  [[nodiscard, gnu::always_inline]] Word whole(Word last_bits) const {
    return (last_bits - first_bits(last_bits)) | last_bits;
  }
};

/// A link takes the next virtual channel, round robin, that has a flit, held or about to cross, and
/// room for it after the link (with registered stages, one that is held); a flit crosses into every
/// output buffer that is, or becomes, free.
/// Arrays of `count` words, one a node: NodeWords has their meanings.
///
/// Example, a node with ejection ports 1 and 0 and links 2, 1 and 0 of virtual channels 1 and 0, in
/// this order from left to right (test_word_examples reads it):
///
///   fed       01 10 11 01  a connected input buffer has a flit
///   open      11 10 11 11  room at the other end, but for virtual channel 0 of link 2
///   held      00 01 10 00  a flit is in the output buffer
///   behind    00 10 10 00  above the last one served: 0 on links 2 and 1, and 1 on link 0
///
///   asking    00 10 11 01  ready virtual channels of links
///   used      00 10 10 10  links with any: the last bit of each field
///   first     00 01 01 01  the first bit of these fields
///   next      00 10 10 00  those above the last one served
///   from      00 10 10 01  `next` in a field that has any, else `asking`
///   granted   00 10 10 01  `from - first` turns over a field from its lowest one downwards,
///                          01 01 00 here: what it clears is that one
///
///   behind'   00 00 00 10  for the next cycle
///   sent      00 10 10 01  links 2 and 0 pass a flit through, link 1 sends the one held
///   released  00 00 10 00
///   stopped   01 00 11 00  flits cross to both buffers of link 1, and to ejection port 0
///   held'     00 01 11 00  link 2 holds the flit that has no room
template <typename Word>
[[gnu::always_inline]] inline void grant(const LinkFields<Word>& fields, std::size_t count,
                                         const Word* __restrict fed, const Word* __restrict open,
                                         Word* __restrict held, Word* __restrict behind,
                                         Word* __restrict sent, Word* __restrict released,
                                         Word* __restrict stopped) {
  const LinkFields<Word> link = fields;
#pragma GCC ivdep
  for (std::size_t node = 0; node < count; ++node) {
    const Word ready = ((fed[node] & link.direct) | held[node]) & open[node];
    const Word asking = ready & link.all;
    const Word used = link.used(asking);
    const Word first = link.first_bits(used);
    const Word next = asking & behind[node];
    const Word from = next | (asking & ~link.whole(link.used(next)));
    const Word granted = from & ~(from - first);  // the lowest of each field
    const Word served = granted | (granted - first);
    behind[node] = (behind[node] & ~link.whole(used)) | (link.whole(used) & ~served);
    const Word kept = held[node] & ~granted;
    const Word passing = granted & ~held[node];
    const Word filling = fed[node] & link.all & ~passing & ~kept;
    sent[node] = granted;
    released[node] = granted & held[node];
    stopped[node] = filling | (ready & ~link.all);
    held[node] = kept | filling;
  }
}

constexpr std::size_t kListRoom = 4;  ///< Entries that list_ones may write beyond the last one.

/// Writes the numbers of the ones among the bits of kCount words, plus `offset`, in ascending order
/// to `list`; returns the end. First finds the nonzero groups of 64 bits, then takes kFew ones from
/// each, both without an unpredictable branch, and the rest one by one.
template <unsigned kFew, std::size_t kCount, typename Word>
std::uint32_t* list_ones(const Word* words, std::uint32_t offset, std::uint32_t* list) {
  constexpr std::size_t kGroup = sizeof(std::uint64_t) / sizeof(Word);
  static_assert(kFew <= kListRoom && kCount % kGroup == 0);
  struct Group {
    std::uint64_t ones;
    std::uint32_t base;
  };
  Group groups[kCount / kGroup + 1];
  std::size_t count = 0;
  for (std::size_t at = 0; at < kCount; at += kGroup) {
    std::uint64_t ones = 0;
    for (std::size_t i = 0; i < kGroup; ++i)
      ones |= std::uint64_t{words[at + i]} << (i * 8 * sizeof(Word));
    groups[count] = {ones, static_cast<std::uint32_t>(offset + at * 8 * sizeof(Word))};
    count += ones != 0;
  }
  for (std::size_t i = 0; i < count; ++i) {
    auto [ones, base] = groups[i];
    *list++ = base + kit::lowest_bit(ones);
    ones &= ones - 1;
    for (unsigned n = 1; n < kFew; ++n) {
      *list = base + kit::lowest_bit(ones | kit::bit(63));
      list += ones != 0;
      ones &= ones - 1;
    }
    for (; ones != 0; ones &= ones - 1) *list++ = base + kit::lowest_bit(ones);
  }
  return list;
}

}  // namespace wayfarer::wormhole
