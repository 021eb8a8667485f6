// Short names for texts: the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace wayfarer {

constexpr std::uint64_t kEmptyHash = 0xcbf2'9ce4'8422'2325ull;

/// FNV-1a, 64 bits, continued from `state`. Not collision-resistant: store the text beside its
/// name.
[[nodiscard]] constexpr std::uint64_t hash(std::string_view text,
                                           std::uint64_t state = kEmptyHash) {
  for (const char letter : text) {
    state ^= static_cast<unsigned char>(letter);
    state *= 0x100'0000'01b3ull;
  }
  return state;
}

}  // namespace wayfarer
