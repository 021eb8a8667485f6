// The header of a packet on data lines of 128 bits if endpoints cut messages into packets, and such
// lines of a verilated module. Written from docs/iba.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace wayfarer::iba_test {

using Words = std::array<std::uint32_t, 4>;

constexpr unsigned kMostPackets = 256;

struct Header {
  std::uint64_t address = 0;  ///< 40 bits: VL, SL, DLID, SLID.
  unsigned length = 0;        ///< 12 bits.
  bool last = false;
  unsigned stream = 0;  ///< 2 bits.
  unsigned number = 0;  ///< 8 bits.
  std::uint32_t identifier = 0;
  std::uint32_t rest = 0;  ///< After the word that begins with the identifier.
};

inline Header read_header(const Words& words) {
  const std::uint64_t low = std::uint64_t{words[1]} << 32 | words[0];
  return {low & ((std::uint64_t{1} << 40) - 1),
          static_cast<unsigned>(low >> 40 & 0xfff),
          (low >> 52 & 1) != 0,
          static_cast<unsigned>(low >> 53 & 3),
          static_cast<unsigned>(low >> 55 & 0xff),
          words[2],
          words[3]};
}

inline Words to_words(const Header& header) {
  const std::uint64_t low = header.address | std::uint64_t{header.length} << 40 |
                            std::uint64_t{header.last} << 52 | std::uint64_t{header.stream} << 53 |
                            std::uint64_t{header.number} << 55;
  return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32), header.identifier,
          header.rest};
}

/// Of lines of 64 bits only the first two words.
template <class Port>
void set_words(Port& port, const Words& words) {
  if constexpr (std::is_integral_v<Port>)
    port = std::uint64_t{words[1]} << 32 | words[0];
  else
    for (std::size_t i = 0; i < words.size(); ++i) port[i] = words[i];
}
template <class Port>
Words get_words(const Port& port) {
  if constexpr (std::is_integral_v<Port>)
    return {static_cast<std::uint32_t>(port), static_cast<std::uint32_t>(port >> 32), 0, 0};
  else
    return {port[0], port[1], port[2], port[3]};
}

}  // namespace wayfarer::iba_test
