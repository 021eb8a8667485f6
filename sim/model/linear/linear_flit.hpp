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

[[nodiscard]] constexpr bool is_head(Tag tag) { return tag == Tag::kHeader || tag == Tag::kSingle; }
[[nodiscard]] constexpr bool is_tail(Tag tag) { return tag == Tag::kTail || tag == Tag::kSingle; }

/// The tag of flit `index` of a message of `flits` flits.
[[nodiscard]] constexpr Tag tag_of(std::uint32_t index, std::uint32_t flits) {
  if (flits <= 1) return Tag::kSingle;
  if (index == 0) return Tag::kHeader;
  return index + 1 == flits ? Tag::kTail : Tag::kBody;
}

}  // namespace wayfarer::linear
