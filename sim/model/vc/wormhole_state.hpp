// Flat state of the cycle model of wormhole routers. Numbers of things, at a node:
//   port     2 * dimension + minus: a link out of the node, and the link into it in that direction
//   in       port * virtual channels + channel: an input buffer; injection lanes follow
//   out      port * virtual channels + channel: an output buffer; delivery lanes follow
// A link joins `out` of a node with the `in` of the same number of its neighbour.
#pragma once

#include <array>
#include <cstdint>

#include "core/flit.hpp"
#include "topology/romm_phases.hpp"

namespace wayfarer::vc {

/// One bit for each input (or output) buffer of a node.
using Mask = std::uint64_t;

constexpr unsigned lowest_bit(Mask mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }
constexpr Mask bit(unsigned number) { return Mask{1} << number; }

/// Round robin: the first bit behind `last`, cyclically.
constexpr unsigned first_after(Mask mask, unsigned last) {
  const Mask behind = mask & (~Mask{1} << last);
  return lowest_bit(behind != 0 ? behind : mask);
}

/// A flit in a buffer; `info` is the number of a head's worm, or the index of another flit.
struct StoredFlit {
  std::uint32_t word = 0;
  std::uint32_t info = 0;

  static StoredFlit make(Tag tag, MessageId message, std::uint32_t info) {
    return {message | static_cast<std::uint32_t>(tag) << kMessageIdBits, info};
  }
  [[nodiscard]] MessageId message() const { return word & ((1u << kMessageIdBits) - 1); }
  [[nodiscard]] Tag tag() const { return static_cast<Tag>(word >> kMessageIdBits); }
  [[nodiscard]] bool head() const { return tag() == Tag::kHeader || tag() == Tag::kSingle; }
  [[nodiscard]] bool tail() const { return tag() == Tag::kTail || tag() == Tag::kSingle; }
};

constexpr unsigned kMaxVcDimensions = 4;

/// What a header carries: hops left in each dimension of each phase.
struct Worm {
  std::array<std::array<std::int16_t, kMaxVcDimensions>, kMaxPhases> hops{};
  TerminalId destination = 0;
  std::uint16_t phase = 0;
  std::uint16_t crossed = 0;  ///< The wrap link of the dimension that it moves in.
};

/// All that a node's decisions ask.
struct Node {
  Mask occupied = 0;  ///< Input buffers with a flit.
  Mask wanted = 0;    ///< Output buffers that some header waits for.
  Mask owned = 0;     ///< Output buffers with a worm connected to them.
  Mask fed = 0;       ///< Those whose worm has a flit in its input buffer.
  Mask held = 0;      ///< Output buffers with a flit.
  Mask open = 0;      ///< Those that a flit may leave: the buffer behind the link was not full.
};

/// A ring of slots.
struct Buffer {
  std::uint16_t level = 0;
  std::uint16_t front = 0;
  std::uint16_t target = 0;     ///< The connected output buffer, or the first of those waited for.
  std::uint16_t connected = 0;
};

/// A flit on its way into an input buffer at the end of the cycle.
struct Arrival {
  std::uint32_t node = 0;
  std::uint32_t in = 0;
  StoredFlit flit;
};

/// What an injection lane may be given.
struct LaneGuard {
  bool open = false;
  bool dropping = false;
};

}  // namespace wayfarer::vc
