// Types of the network interface: flits offered to a network and flits it delivers.
#pragma once

#include <cstdint>

#include "core/types.hpp"

namespace wayfarer {

/// The tag sent with every flit (Mudawwar, Figure 3, and kSingle: a message of
/// one flit, which not all families have).
enum class Tag : std::uint8_t { kInvalid = 0, kHeader = 1, kBody = 2, kTail = 3, kSingle = 4 };

[[nodiscard]] constexpr bool is_head(Tag tag) { return tag == Tag::kHeader || tag == Tag::kSingle; }
[[nodiscard]] constexpr bool is_tail(Tag tag) { return tag == Tag::kTail || tag == Tag::kSingle; }
[[nodiscard]] constexpr Tag make_tag(bool head, bool tail) {
  constexpr Tag kTags[] = {Tag::kBody, Tag::kHeader, Tag::kTail, Tag::kSingle};
  return kTags[(head ? 1 : 0) + (tail ? 2 : 0)];
}

[[nodiscard]] constexpr const char* tag_name(Tag tag) {
  constexpr const char* kNames[] = {"idle", "header", "body", "tail", "single"};
  return kNames[static_cast<unsigned>(tag) % 5];
}

/// A flit as a processor offers it. A message is one header and one or more data flits, the last of
/// them the tail; or a single flit where the network allows it (NetworkShape). Payload is not
/// carried: every engine derives it from (message, index).
struct Flit {
  Tag tag = Tag::kInvalid;
  std::uint16_t index = 0;  ///< 0 for the header, 1.. for the data flits.
  MessageId message = 0;
  TerminalId destination = 0;      ///< Headers only.
  std::uint16_t length_bytes = 0;  ///< Headers only: data bytes after the header.
  std::uint32_t number = 0;        ///< MessageRecord::number, for waves only.

  friend bool operator==(const Flit& a, const Flit& b) {
    return a.tag == b.tag && a.index == b.index && a.message == b.message &&
           a.destination == b.destination && a.length_bytes == b.length_bytes;
  }
};

/// A flit as the network delivers it. `place`, `first` and `last` are set where the network's
/// endpoints put messages together (NetworkShape::segment_flits). Messages may interleave at a
/// terminal; (driver, buffer) tells them apart between header and tail.
struct Delivery {
  TerminalId terminal = 0;
  std::uint8_t driver = 0;  ///< The driver of the terminal's channel.
  std::uint8_t buffer = 0;  ///< The buffer of that driver.
  Tag tag = Tag::kInvalid;
  bool intact = true;       ///< The payload (or, for headers, the destination) is as it was sent.
  std::uint16_t index = 0;  ///< As in Flit, modulo 256.
  MessageId message = 0;    ///< Headers, except single flits: only bits in `header_id_mask` count.
  std::uint16_t place =
      0;  ///< Index of a data flit in its message; headers: index of the next data flit.
  bool first = false;  ///< The header of a message's first packet.
  bool last = false;   ///< The tail of its last packet, and no part of it is missing.

  friend bool operator==(const Delivery& a, const Delivery& b) {
    return a.terminal == b.terminal && a.driver == b.driver && a.buffer == b.buffer &&
           a.tag == b.tag && a.intact == b.intact && a.index == b.index && a.message == b.message &&
           a.place == b.place && a.first == b.first && a.last == b.last;
  }
};

/// A flit on a channel during a cycle, whether or not it was acknowledged.
struct Transfer {
  ChannelId channel = 0;
  std::uint8_t driver = 0;
  std::uint8_t buffer = 0;
  Tag tag = Tag::kInvalid;
  bool acknowledged = false;
  /// Heads only: the bits of the message's number that NetworkShape::channel_id_mask names. Where
  /// endpoints cut messages into packets, the number of the message's first packet, and which
  /// packet this is.
  MessageId message = 0;
  std::uint16_t packet = 0;

  friend bool operator==(const Transfer& a, const Transfer& b) {
    return a.channel == b.channel && a.driver == b.driver && a.buffer == b.buffer &&
           a.tag == b.tag && a.acknowledged == b.acknowledged && a.message == b.message &&
           a.packet == b.packet;
  }
};

/// Why a terminal refused a flit; a bit mask, since one cycle can show several causes.
enum ErrorCause : std::uint8_t {
  kErrorOrder = 1,        ///< Tag out of order: data without header, header inside a message.
  kErrorDestination = 2,  ///< No such processor.
  kErrorLength = 4,       ///< More or fewer data flits than the header's length.
  kErrorRoute = 8,        ///< The terminal's switch discarded a packet: no route for its LID.
  kErrorSequence = 16,    ///< Packets of a message to this terminal are missing or out of order.
  kErrorLifetime = 32,    ///< The terminal's switch discarded a packet that had waited too long.
  kErrorAborted = 64,     ///< The tail that has arrived ends an aborted message.
};

struct ErrorEvent {
  TerminalId terminal = 0;
  std::uint8_t causes = 0;

  friend bool operator==(const ErrorEvent& a, const ErrorEvent& b) {
    return a.terminal == b.terminal && a.causes == b.causes;
  }
};

}  // namespace wayfarer
