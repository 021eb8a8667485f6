// A channel's bits in the rows of the vector form.
#pragma once

#include <cstdint>

#include "core/types.hpp"
#include "family/mway/vector/state.hpp"

namespace wayfarer::mway {

class ChannelBits {
 public:
  ChannelBits(const VectorState& state, ChannelId channel)
      : word_(state.memory + channel / kBlockChannels * state.block_words +
              channel % kBlockChannels / kWordBits),
        shift_(channel % kWordBits) {}

  [[nodiscard]] bool has(unsigned row) const { return (at(row) >> shift_ & 1) != 0; }
  void set(unsigned row) const { at(row) |= std::uint64_t{1} << shift_; }
  void clear(unsigned row) const { at(row) &= ~(std::uint64_t{1} << shift_); }

  /// A number whose bits are in rows that are `stride` apart.
  [[nodiscard]] unsigned number(unsigned row, unsigned planes, unsigned stride = 1) const {
    unsigned number = 0;
    for (unsigned plane = 0; plane < planes; ++plane, row += stride)
      number |= static_cast<unsigned>(at(row) >> shift_ & 1) << plane;
    return number;
  }
  void set_number(unsigned number, unsigned row, unsigned planes, unsigned stride) const {
    for (unsigned plane = 0; plane < planes; ++plane, row += stride) {
      const std::uint64_t bit = number >> plane & 1;
      at(row) = (at(row) & ~(std::uint64_t{1} << shift_)) | bit << shift_;
    }
  }

 private:
  [[nodiscard]] std::uint64_t& at(unsigned row) const { return word_[row * kRowWords]; }

  std::uint64_t* word_;
  unsigned shift_;
};

}  // namespace wayfarer::mway
