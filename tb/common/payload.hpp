// The data lines of a flit: the message's number and the flit's index in the low 32 bits, a hash
// of both above, so that a single wrong bit is seen at delivery.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wayfarer {

constexpr std::uint32_t kPayloadMessageMask = 0x00ff'ffff;
constexpr unsigned kPayloadIndexOffset = 24;

/// 32-bit word `word` of the data lines of data flit `index` of a message.
constexpr std::uint32_t payload_word(std::uint32_t message, std::uint32_t index, std::size_t word) {
  const std::uint32_t identity = (message & kPayloadMessageMask) | (index & 0xffu)
                                                                       << kPayloadIndexOffset;
  if (word == 0) return identity;
  // The finalizer of MurmurHash3: every bit of the input reaches every bit of the output.
  std::uint32_t hash = identity + static_cast<std::uint32_t>(word) * 0x9e37'79b9u;
  hash = (hash ^ hash >> 16) * 0x85eb'ca6bu;
  hash = (hash ^ hash >> 13) * 0xc2b2'ae35u;
  return hash ^ hash >> 16;
}

}  // namespace wayfarer
