// Flat state of the cycle model of InfiniBand switches. Numbering at a switch:
//   in    port * virtual lanes + lane: an input buffer
//   out   port * virtual lanes + lane: a virtual lane of an output port
// All copies of a packet share one record; a copy is a count of flits at each switch.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/flit.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/segmenter.hpp"
#include "family/kit/flit_info.hpp"
#include "family/kit/injection_guard.hpp"
#include "family/kit/mask.hpp"

namespace wayfarer::iba {

using kit::bit;
using kit::first_after;
using kit::FlitInfo;
using kit::InjectionGuard;
using kit::lowest_bit;
using kit::Mask;

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Instead of an owner of the endpoint's virtual lane: its packet was dropped in this cycle, before
// or after its header was sent; then a flit is due that ends the part that was sent.
constexpr std::uint32_t kDropped = kNone - 1;
constexpr std::uint32_t kCut = kNone - 2;
constexpr std::uint32_t kClosing = kNone - 3;

/// A packet and its copies.
struct Packet {
  TerminalId destination = 0;  ///< DLID - 1.
  std::uint32_t flits = 0;     ///< From the header, itself included: the space reserved in buffers.
  std::uint32_t level = 0;     ///< Service level.
  std::uint32_t sent = 0;      ///< Flits that the source has sent.
  bool closed = false;         ///< The last of them is the tail.
  std::uint32_t copies = 0;    ///< Buffers that it is in.
  Segment segment;             ///< Where endpoints make packets of messages.
  std::vector<FlitInfo> infos;  ///< By flit. Keeps its capacity when the record is reused.

  [[nodiscard]] bool is_tail(std::uint32_t flit) const { return closed && flit + 1 == sent; }
};

/// Input buffers, virtual lanes of output ports, or output ports of a switch, bit by bit.
struct Switch {
  Mask served = 0;      ///< Input buffers with a packet.
  Mask looking = 0;     ///< Those whose front header is looked up in this cycle.
  Mask discarding = 0;  ///< Those whose front packet has no route,
  Mask dropping = 0;    ///< or is late, with branches that are dropped.
  Mask owned = 0;       ///< Virtual lanes with an owner, port by port.
  Mask changed = 0;     ///< Output ports whose state has changed, so that a branch may start.
  std::array<Mask, kIbaPorts> waiting{};  ///< By output port: input buffers that wait for it.
};

/// An input buffer: a ring of packets, of which the front one is served.
struct Buffer {
  std::uint32_t first = 0;  ///< The ring's place of the front packet,
  std::uint32_t front = 0;  ///< and which packet that is.
  std::uint32_t packets = 0;
  std::uint32_t used = 0;      ///< Flits reserved for them.
  std::uint32_t arrived = 0;   ///< Flits of the last packet.
  std::uint32_t waited = 0;    ///< Cycles in which the front packet could not start.
  std::uint8_t pending = 0;    ///< Ports that wait for a virtual lane, bit by bit.
  std::uint8_t moving = 0;     ///< Ports with a branch that has one.
  std::uint8_t dropped = 0;    ///< Ports whose branch is dropped, flit by flit.
  Mask lanes = 0;              ///< Virtual lanes that the front packet may use, as Switch::owned.
  bool late = false;           ///< The front packet has lost a branch.
  std::uint32_t idle = 0;      ///< Cycles since the front packet's last progress,
  std::uint32_t progress = 0;  ///< and which one it was (IbaModel::progress_of).
  std::array<std::uint32_t, kIbaPorts> sent{};  ///< Flits, by branch.
};

/// A virtual lane of an output port.
struct Output {
  std::uint32_t owner = kNone;  ///< The input buffer whose front packet has it.
  std::uint32_t last = 0;       ///< The input buffer that had it last.
  std::uint32_t credit = 0;     ///< Free flits in the next switch's input buffer.
};

/// A header that enters a buffer at the end of the cycle.
struct Arrival {
  std::uint32_t at = 0;
  std::uint32_t in = 0;
  std::uint32_t packet = 0;
  std::uint8_t hops = 0;  ///< Links that it has taken.
};

/// Credit returned at the end of the cycle.
struct Return {
  std::uint32_t at = 0;
  std::uint32_t port = 0;
  std::uint32_t lane = 0;
  std::uint32_t flits = 0;
};

/// A virtual lane of a terminal's injection port.
struct Lane {
  InjectionGuard guard;
  std::uint32_t packet = 0;
  std::uint32_t left = 0;   ///< Flits remaining according to its header.
  std::uint32_t level = 0;  ///< Service level of the message.
};

}  // namespace wayfarer::iba
