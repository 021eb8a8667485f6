// Words of messages of on-chip traffic: `traffic_pkg` in C++.
#pragma once

#include <cstdint>

#include "core/types.hpp"

namespace wayfarer {

/// A word on an AXI4-Stream; wider streams repeat it.
struct OnchipWord {
  std::uint32_t data = 0;
  TerminalId terminal = 0;  ///< TDEST of a source's word, TID of a sink's.
  bool last = false;        ///< TLAST.
  bool repeated = true;     ///< All 32-bit parts of a wider stream's word are equal.
};

/// The first word of a message: bits 15:0 the stamp, 23:16 the number, 31:24 the CRC.
[[nodiscard]] constexpr std::uint8_t head_check(TerminalId source, TerminalId destination,
                                                std::uint16_t stamp, std::uint8_t number,
                                                bool last) {
  std::uint64_t bits = last ? 1 : 0;
  bits = bits << 16 | (source & 0xffffu);
  bits = bits << 16 | (destination & 0xffffu);
  bits = bits << 8 | number;
  bits = bits << 16 | stamp;
  unsigned check = 0xff;
  for (int i = 56; i >= 0; --i) {
    const unsigned feedback = (check >> 7 ^ static_cast<unsigned>(bits >> i)) & 1u;
    check = (check << 1 & 0xffu) ^ (feedback != 0 ? 0x07u : 0u);
  }
  return static_cast<std::uint8_t>(check);
}

[[nodiscard]] constexpr std::uint32_t head_word(TerminalId source, TerminalId destination,
                                                std::uint16_t stamp, std::uint8_t number,
                                                bool last) {
  return std::uint32_t{head_check(source, destination, stamp, number, last)} << 24 |
         std::uint32_t{number} << 16 | stamp;
}

/// The word after this one; a last one that is no head is inverted besides.
[[nodiscard]] constexpr std::uint32_t next_word(std::uint32_t word) {
  return (word << 1 | word >> 31) ^ 0x9e37'79b8u;
}

/// Marsaglia's xorshift generator (13, 7, 17); J. of Statistical Software 8 (14), 2003.
[[nodiscard]] constexpr std::uint64_t next_random(std::uint64_t state) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^ state << 17;
}

}  // namespace wayfarer
