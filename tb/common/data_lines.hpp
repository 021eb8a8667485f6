// One pair of functions for Verilator's three representations of a vector's bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verilated.h"

namespace wayfarer {

inline std::uint32_t get_word(IData lines, std::size_t /*word*/) { return lines; }
inline std::uint32_t get_word(QData lines, std::size_t word) {
  return static_cast<std::uint32_t>(lines >> 32 * word);
}
template <std::size_t kWords>
std::uint32_t get_word(const VlWide<kWords>& lines, std::size_t word) {
  return lines[word];
}

inline void set_word(IData& lines, std::size_t /*word*/, std::uint32_t value) { lines = value; }
inline void set_word(QData& lines, std::size_t word, std::uint32_t value) {
  lines = (lines & ~(QData{0xffff'ffff} << 32 * word)) | QData{value} << 32 * word;
}
template <std::size_t kWords>
void set_word(VlWide<kWords>& lines, std::size_t word, std::uint32_t value) {
  lines[word] = value;
}

template <typename Lines>
constexpr std::size_t word_count() {
  return sizeof(Lines) / sizeof(std::uint32_t);
}

}  // namespace wayfarer
