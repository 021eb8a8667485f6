// Flat state of the cycle model of wormhole routers. Numbers of things, at a node:
//   port     2 * dimension + minus: a link out of the node, and the link into it in that direction
//   in       port * virtual channels + channel: an input buffer; injection lanes follow
//   out      port * virtual channels + channel: an output buffer; delivery lanes follow
// A link joins `out` of a node with the `in` of the same number of its neighbour.
//
// Between injection and delivery a flit is a count and two bits, head and tail. What it says (whose
// it is, and its index) waits in a list of its worm.
#pragma once

#include <cstdint>

#include "core/flit.hpp"
#include "model/lane_guard.hpp"
#include "model/mask.hpp"

namespace wayfarer::vc {

using namespace model;

using WormId = std::uint32_t;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// A flit that moves. The worm counts of heads only.
struct MovingFlit {
  WormId worm = kNone;
  std::uint32_t kind = 0;  ///< 1: head, 2: tail.

  [[nodiscard]] bool head() const { return (kind & 1) != 0; }
  [[nodiscard]] bool tail() const { return (kind & 2) != 0; }
  [[nodiscard]] Tag tag() const { return make_tag(head(), tail()); }
  [[nodiscard]] static MovingFlit of(WormId worm, Tag tag) {
    return {worm, (is_head(tag) ? 1u : 0) + (is_tail(tag) ? 2u : 0)};
  }
};

/// Hops in one direction, part of a worm's way, and the first output buffer of the class that it
/// uses before and behind the wrap link.
struct Segment {
  std::uint16_t hops = 0;
  std::uint16_t first = 0;
  std::uint16_t first_behind = 0;
};

struct Worm {
  TerminalId destination = 0;
  std::uint32_t first_said = kNone;  ///< What its flits say: those not delivered yet.
  std::uint32_t last_said = kNone;
  std::uint16_t hops = 0;      ///< Left in this segment.
  std::uint16_t segment = 0;
  std::uint16_t segments = 0;
  std::uint16_t first = 0;     ///< The first of the output buffers that the head may take.
};

/// What a flit says when it is delivered.
struct Said {
  std::uint32_t next = kNone;
  MessageId message = 0;
  std::uint16_t index = 0;
};

/// All that a node's decisions ask: a cache line.
struct alignas(64) Node {
  Mask wanted = 0;     ///< Output buffers that some header waits for.
  Mask owned = 0;      ///< Output buffers with a worm connected to them.
  Mask fed = 0;        ///< Those whose worm has a flit in its input buffer.
  Mask held = 0;       ///< Output buffers with a flit.
  Mask held_head = 0;
  Mask held_tail = 0;
  Mask open = 0;       ///< Those that a flit may leave: the buffer behind the link was not full.

  [[nodiscard]] bool active() const { return (wanted | fed | held) != 0; }
};

/// An input buffer: the flits' tail bits, the front one lowest, and the worm whose head comes next.
/// The worms of further heads, which are rare, wait in a ring beside it.
struct Buffer {
  Mask tails = 0;
  std::uint32_t level : 7;
  std::uint32_t out : 7;         ///< The connected output buffer, or the first of those waited for.
  std::uint32_t worms : 7;       ///< Heads in the buffer.
  std::uint32_t first_worm : 7;  ///< The ring's place of the second one.
  std::uint32_t connected : 1;
  std::uint32_t head_next : 1;   ///< What leaves next is a head.
  WormId worm = kNone;

  Buffer() : level(0), out(0), worms(0), first_worm(0), connected(0), head_next(1) {}
};
static_assert(sizeof(Buffer) == 16);

/// An output buffer beyond its bits in Node.
struct Output {
  WormId worm = kNone;      ///< What is or was connected.
  WormId held_worm = kNone; ///< Whose flit it holds.
  std::uint32_t owner = 0;  ///< The input buffer connected last.
};

/// A flit on its way into an input buffer at the end of the cycle.
struct Arrival {
  std::uint32_t node = 0;
  std::uint32_t in = 0;
  MovingFlit flit;
};

/// An injection lane.
struct Lane {
  LaneGuard guard;
  WormId worm = kNone;
};

}  // namespace wayfarer::vc
