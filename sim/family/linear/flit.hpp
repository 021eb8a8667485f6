// A flit inside the model of a client-server network.
#pragma once

#include <cstdint>

#include "core/flit.hpp"

namespace wayfarer::linear {

struct Flit {
  MessageId message = 0;
  std::uint16_t index = 0;
  Tag tag = Tag::kInvalid;
  std::uint8_t source = 0;       ///< Headers only.
  std::uint8_t destination = 0;  ///< Headers only.
};

/// The tag of flit `index` of a message of `flits` flits.
[[nodiscard]] constexpr Tag tag_of(std::uint32_t index, std::uint32_t flits) {
  return make_tag(index == 0, index + 1 >= flits);
}

/// The number of message `sequence` of a host's own sender.
[[nodiscard]] constexpr MessageId own_message(std::uint8_t host, std::uint16_t sequence) {
  return std::uint32_t{host} << 16 | sequence;
}

}  // namespace wayfarer::linear
