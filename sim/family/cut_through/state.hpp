// Flat state of the cycle model of cut-through routers. Numbering at a node:
//   port     2 * dimension + minus: a link out of the node, and the link into it in that direction
//   in       port * virtual channels + channel: an input buffer; injection ports follow
//   out      port * virtual channels + channel: an output buffer; ejection ports follow
// With chaotic routing the frames of the queue are the last ins and outs. A frame is one buffer,
// filled through its `out` and emptied through its `in`. After all `ins`, there is one for the rest
// of a message that is leaving each of them, since the next message may be entering behind it. A
// link joins `out` of a node with the `in` of the same number of its neighbour.
//
// A buffer holds flits of one message, so a few counters describe it; an output buffer may also
// hold the rest of the message before, which its link is sending. The flits' contents stay in one
// place from injection to delivery.
#pragma once

#include <cstdint>

#include "core/flit.hpp"
#include "family/cut_through/routing.hpp"
#include "family/kit/flit_info.hpp"
#include "family/kit/injection_guard.hpp"
#include "family/kit/mask.hpp"

namespace wayfarer::cut_through {

using kit::bit;
using kit::first_after;
using kit::FlitInfo;
using kit::InjectionGuard;
using kit::least_xor;
using kit::lowest_bit;
using kit::Mask;
using kit::uniform_bit;

using MessageSlot = std::uint32_t;
constexpr std::uint16_t kUnconnected = 0xffff;

/// A message in flight.
struct Travelling {
  Hops hops{};
  TerminalId destination = 0;
};

/// An input or an output buffer. (No byte-sized members: a byte store may alias anything.)
struct MessageBuffer {
  MessageSlot message = 0;
  std::uint16_t level = 0;               ///< Flits in it.
  std::uint16_t delivered = 0;           ///< Flits that have left it, of an ejection port.
  std::uint16_t partner = kUnconnected;  ///< The buffer on the other side of the crossbar.
  bool whole = false;                    ///< The tail has arrived.
};

/// The state on which a node's decisions depend.
struct alignas(64) Node {
  Mask connected = 0;  ///< Output buffers that an input buffer is connected to.
  Mask fed = 0;        ///< Those whose input buffer has a flit.
  Mask held = 0;       ///< Output buffers with a flit.
  Mask head = 0;       ///< Those with a header at the front.
  Mask open = 0;       ///< Those whose next input buffer is empty; ejection ports: not stalled.
  Mask granted = 0;    ///< Those that a link serves in this cycle.
  Mask kept = 0;       ///< Those served last in their direction, within a message.
  Mask behind = 0;     ///< Those whose message entered while the one before was leaving.
  Mask eligible = 0;   ///< Input buffers with a header to be connected.
  Mask wanted = 0;     ///< Output buffers that such a header may take.
  Mask unbound = 0;    ///< Input buffers whose header has yet to be bound to a virtual channel.
  Mask waiting = 0;    ///< Frames of the queue, as input buffers, whose header has not left.
  Mask whole = 0;      ///< Input buffers with all of a message that is not connected.
  Mask leaving = 0;    ///< Input buffers with a rest.
  Mask derouted = 0;   ///< Output buffers whose message leaves its minimal routes.

  /// Output buffers with the rest of one message only, which its link sends from this cycle on.
  [[nodiscard]] Mask draining() const { return granted & ~head & ~connected & ~behind; }
  /// `enter`: whether the next nodes' input buffers may take headers.
  [[nodiscard]] Mask ready(bool enter) const { return held & (enter ? ~head | open : ~head); }
  [[nodiscard]] bool active() const { return (connected | held | eligible) != 0; }
};

/// A link between two nodes: at its + port and at its - port.
struct Link {
  NodeId plus = 0;
  NodeId minus = 0;
  std::uint16_t first_plus = 0;  ///< The first output buffer of the direction.
  std::uint16_t first_minus = 0;
  bool minus_last = true;  ///< The - node sent last.
};

/// A flit that enters an input buffer at the end of the cycle.
struct Arrival {
  NodeId node = 0;
  std::uint16_t in = 0;
  bool head = false;
  bool tail = false;
  MessageSlot message = 0;  ///< Message of a head; otherwise unused.
};

/// An injection port.
struct InjectionPort {
  InjectionGuard guard;
  MessageSlot message = 0;
  unsigned flits = 0;  ///< Flits of the open message so far.
};

}  // namespace wayfarer::cut_through
