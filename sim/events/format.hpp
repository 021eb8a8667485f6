// The layout of an events file, shared by its writer and its reader. docs/events.md describes it.
#pragma once

#include <cstdint>

#include "core/types.hpp"

namespace wayfarer::event_format {

constexpr char kMagic[9] = "\x89WFEV\r\n\x1a";  // 8 bytes: found damaged by text conversions
constexpr char kEndMagic[9] = "WFEVEND\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kBlockTag = 0x314b4c42;  // "BLK1"
constexpr std::uint32_t kIndexTag = 0x31584449;  // "IDX1"

// Records. A byte from kStep on: the cycle advances by the rest of it plus one.
constexpr std::uint8_t kStep = 0x80;
constexpr std::uint8_t kMaxStep = 0x80;  ///< Cycles of such a byte.
enum Op : std::uint8_t {
  kOpAdvance = 1,     ///< Cycles.
  kOpKnown = 2,       ///< A unit, without an event: then as kOpInjected.
  kOpBorn = 3,        ///< Message, source, sequence, destination * 2 + multicast, cycle - birth.
  kOpInjected = 4,    ///< Unit, message, source, sequence, destination * 2 + multicast,
                      ///< start - birth, packet, packets, bytes, flits, number, port.
  kOpHead = 5,        ///< Unit, channel, driver * buffers + buffer.
  kOpTail = 6,        ///< As kOpHead.
  kOpBlocked = 8,     ///< Plus the cause; unit, channel + 1, driver, holder + 1.
  kOpArrived = 16,    ///< Unit, terminal.
  kOpDelivered = 17,  ///< Unit, terminal: a copy.
  kOpFinished = 18,   ///< Unit, terminal: the last copy.
  kOpDropped = 19,    ///< Terminal, causes.
};

/// Sizes in bytes. Numbers are little-endian.
constexpr std::size_t kBlockHeader = 4 + 4 + 4 + 8 + 8;  ///< Tag, payload, state, first, end.
constexpr std::size_t kIndexEntry = 8 + 8 + 8;           ///< First cycle, end, offset.
constexpr std::size_t kFooter = 8 + 8;                   ///< Offset of the index, kEndMagic.

}  // namespace wayfarer::event_format
