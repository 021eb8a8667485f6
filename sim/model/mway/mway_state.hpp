// Flat state of the m-way cycle model. Numbers of things:
//   set       channel * ways (padded) + driver: the buffer set that drives `channel` as `driver`
//   receiver  channel * ways (padded) + way:    who `way` names on `channel`
//   buffer    set * buffers (padded) + number
// Nothing that changes in a cycle's inner loops is a byte: a store to one may alias anything, and
// costs the compiler all that it knows of the rest.
#pragma once

#include <cstdint>

#include "core/flit.hpp"

namespace wayfarer::mway {

using SetId = std::uint32_t;
using ReceiverId = std::uint32_t;
using BufferId = std::uint32_t;
using BufferMask = std::uint16_t;  ///< One bit for each buffer of a set.
using DriverMask = std::uint16_t;  ///< One bit for each driver of a channel.

/// Marks a message's target as an ejection set; the low bits are the terminal.
constexpr BufferId kEjection = 0x8000'0000u;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// A flit in a buffer: message (24 bits), tag, and for headers the way and class on the channel
/// that the set drives; `info` is the destination of a header, the index of a data flit.
struct StoredFlit {
  std::uint32_t word = 0;
  std::uint32_t info = 0;

  static StoredFlit make(Tag tag, MessageId message, unsigned way, unsigned buffer_class,
                         std::uint32_t info) {
    return {message | static_cast<std::uint32_t>(tag) << 24 | way << 26 | buffer_class << 30, info};
  }
  [[nodiscard]] MessageId message() const { return word & 0xff'ffffu; }
  [[nodiscard]] Tag tag() const { return static_cast<Tag>(word >> 24 & 3u); }
  [[nodiscard]] unsigned way() const { return word >> 26 & 15u; }
  [[nodiscard]] unsigned buffer_class() const { return word >> 30; }
};

/// Figure 5 of the paper, seen from the model: who sends to the buffer, where its message goes.
struct Buffer {
  BufferId upstream = kNone;  ///< The buffer whose message is mapped here (Drv and Buf).
  BufferId target = kNone;    ///< The buffer (or ejection) that receives the message at the front.
  std::uint16_t level = 0;
  std::uint16_t front = 0;
};

/// One bit for each buffer of the set in every mask.
struct Set {
  BufferMask eligible = 0;       ///< May request the channel.
  BufferMask turn = 0xffff;      ///< Round robin: buffers at or after the pointer.
  BufferMask receiver_full = 0;  ///< RF: the receiver of the message at the front is full.
  BufferMask allocated = 0;
  BufferMask mapped = 0;
  BufferMask full = 0;
  BufferMask occupied = 0;
  BufferMask discarding = 0;     ///< Injection only: dropping a refused message.
  BufferMask announced = 0;      ///< Free buffers, as they were when the channel last heard of them.
  BufferMask changed = 0;        ///< Gained or lost a flit in this cycle.
  BufferMask changed_front = 0;  ///< Those that show another front flit now.
  std::uint32_t channel = 0;     ///< The channel it drives.
  ReceiverId receiver = kNone;   ///< Where it receives; kNone for injection sets.
  TerminalId terminal = kNone;   ///< Injection sets only.
  std::uint16_t driver = 0;
};

/// What a flit on a channel does this cycle, decided from the state at its start.
struct Move {
  SetId set = 0;
  std::uint32_t number = 0;   ///< Buffer of the set.
  BufferId target = kNone;    ///< Receiving buffer or ejection; kNone when nobody takes it.
  bool fills = false;         ///< The receiving buffer is full with it (pops not counted).
  StoredFlit flit;
};

}  // namespace wayfarer::mway
