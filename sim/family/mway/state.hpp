// Flat state of the m-way cycle model. Numbers of things:
//   set       channel * ways (padded) + driver: the buffer set that drives `channel` as `driver`
//   receiver  channel * ways (padded) + way:    the member named by `way` on `channel`
//   buffer    set * buffers (padded) + number
// No byte-sized state in a cycle's inner loops: a byte store may alias anything, so the compiler
// would have to reload all other state.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "config/config.hpp"
#include "core/flit.hpp"
#include "family/mway/config.hpp"
#include "family/mway/header.hpp"

namespace wayfarer::mway {

using SetId = std::uint32_t;
using ReceiverId = std::uint32_t;
using BufferId = std::uint32_t;
using BufferMask = std::uint16_t;  ///< One bit for each buffer of a set.
using DriverMask = std::uint16_t;  ///< One bit for each driver of a channel.

/// Marks a message's target as an ejection set; the low bits are the terminal.
constexpr BufferId kEjection = 0x8000'0000u;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// Index arithmetic. Loops work on a copy, which stays in processor registers.
struct Numbers {
  Numbers(unsigned priority_lines, const MwayConfig& router)
      : lines(priority_lines),
        driver_mask((1u << lines) - 1),
        buffer_shift(digit_width(router.buffers)),
        number_mask((1u << buffer_shift) - 1),
        slot_shift(digit_width(router.depth)),
        slot_mask((1u << slot_shift) - 1) {}

  [[nodiscard]] SetId set_of(BufferId buffer) const { return buffer >> buffer_shift; }
  [[nodiscard]] unsigned number_of(BufferId buffer) const { return buffer & number_mask; }
  [[nodiscard]] unsigned member_of(BufferId buffer) const { return 1u << number_of(buffer); }
  [[nodiscard]] ChannelId channel_of(SetId set) const { return set >> lines; }
  [[nodiscard]] unsigned driver_of(SetId set) const { return set & driver_mask; }
  [[nodiscard]] BufferId buffer_of(SetId set, unsigned number) const {
    return set << buffer_shift | number;
  }
  /// A buffer's slots are a ring, its length padded to a power of two.
  [[nodiscard]] std::size_t slot_of(BufferId buffer, unsigned position) const {
    return (std::size_t{buffer} << slot_shift) + (position & slot_mask);
  }

  unsigned lines;  ///< The numbers of a channel's drivers are padded to 2^lines, at least kLanes.
  unsigned driver_mask;
  unsigned buffer_shift;
  unsigned number_mask;
  unsigned slot_shift;
  unsigned slot_mask;
};

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

/// Figure 5 of the paper in the model: the buffer's sender and its message's target.
struct Buffer {
  BufferId upstream = 0;    ///< The buffer whose message is mapped here (Drv and Buf).
  BufferId target = kNone;  ///< The buffer (or ejection) that receives the message at the front.
  std::uint32_t level = 0;
  std::uint32_t front = 0;  ///< Position of the front flit in the buffer's ring of slots.
};

/// The state that determines requests: one lane per driver, and in each lane one bit per buffer of
/// its set. Kept apart from the sets so that one cache line holds all inputs of a channel's
/// arbitration, and a few vector operations serve all drivers. Sets 8 n .. 8 n + 7 have block n.
///
/// Example, the lane of a set of eight buffers, buffer 7 at the left (test_word_examples reads it):
///
///   occupied       0110 1111
///   header         0100 0011  the front flit is a header: buffers 6, 1 and 0
///   no_receiver    0000 0001  for that of buffer 0 no buffer is free
///   receiver_full  0000 1000  so the data flit in buffer 3 must wait
///   eligible       0110 0110
///
///   turn           1111 1000  round robin is at buffer 3
///   ahead          0110 0000  eligible buffers from there on; the lowest, 5, sends
constexpr unsigned kLanes = 8;
constexpr unsigned kLaneShift = 3;
using Lanes = std::uint16_t __attribute__((vector_size(2 * kLanes)));

struct alignas(64) Fronts {
  BufferMask occupied[kLanes] = {};
  BufferMask header[kLanes] = {};         ///< The front flit is a header.
  BufferMask receiver_full[kLanes] = {};  ///< RF: the receiver of the message at the front is full.
  BufferMask no_receiver[kLanes] = {};    ///< No buffer is free for the header at the front.

  /// A header needs a free buffer, data flits need room in the buffer allocated to their header.
  [[nodiscard]] Lanes eligible() const {
    const Lanes headers = load(header);
    return load(occupied) & ~((headers & load(no_receiver)) | (~headers & load(receiver_full)));
  }
  [[nodiscard]] bool empty() const {
    std::uint64_t half[2];
    std::memcpy(half, occupied, sizeof half);
    return (half[0] | half[1]) == 0;
  }

 private:
  static Lanes load(const BufferMask* masks) {
    Lanes lanes;
    std::memcpy(&lanes, masks, sizeof lanes);
    return lanes;
  }
};

/// One bit for each lane that is not zero.
inline unsigned nonzero_lanes(Lanes lanes) {
  constexpr Lanes kBits = {1, 2, 4, 8, 16, 32, 64, 128};
  const Lanes bits = reinterpret_cast<Lanes>(lanes != 0) & kBits;
  std::uint64_t half[2];
  std::memcpy(half, &bits, sizeof half);
  return static_cast<unsigned>((half[0] + half[1]) * 0x0001'0001'0001'0001ull >> 48);
}

[[nodiscard]] inline unsigned lane_of(const Lanes* blocks, unsigned lane) {
  BufferMask mask;
  std::memcpy(&mask, reinterpret_cast<const char*>(blocks) + sizeof mask * lane, sizeof mask);
  return mask;
}

/// The rest of a set; one bit for each buffer in every mask.
struct alignas(32) Set {
  BufferMask turn = 0xffff;  ///< Round robin: buffers at or after the pointer.
  BufferMask allocated = 0;
  BufferMask mapped = 0;
  BufferMask full = 0;
  BufferMask announced = 0;     ///< Free buffers, as last reported to the channel.
  BufferMask discarding = 0;    ///< Injection only: dropping a refused message.
  ReceiverId receiver = kNone;  ///< Its number as a receiver; unused for injection sets.
  TerminalId terminal = kNone;  ///< Injection sets only.
};

/// A set that drives its channel in this cycle and has something to send.
struct Grant {
  SetId set = 0;
  std::uint32_t eligible = 0;
};

constexpr void set_bits(BufferMask& mask, unsigned bits) {
  mask = static_cast<BufferMask>(mask | bits);
}
constexpr void clear_bits(BufferMask& mask, unsigned bits) {
  mask = static_cast<BufferMask>(mask & ~bits);
}
constexpr void assign_bits(BufferMask& mask, unsigned bits, bool value) {
  mask = static_cast<BufferMask>((mask & ~bits) | (value ? bits : 0));
}

/// A flit's move on a channel in this cycle, decided from the state at its start.
struct Move {
  BufferId sender = 0;
  BufferId target = kNone;  ///< Receiving buffer or ejection; kNone when it is refused.
  StoredFlit flit;
  SetId set = 0;             ///< The sender's,
  std::uint32_t member = 0;  ///< and its bit there.
  std::uint32_t fills = 0;   ///< Cyclic Stat: the receiver is full with it (pops not counted).
};

/// A list of fixed capacity, written through a pointer that the writer keeps. Appending needs no
/// branch: an entry is always written, and the pointer advances only if it is valid.
template <typename Entry>
class FixedList {
 public:
  void make_room(std::size_t most) {
    entries_.assign(most + 1, Entry{});
    end_ = entries_.data();
  }
  [[nodiscard]] Entry* start() { return entries_.data(); }
  void end_at(Entry* end) { end_ = end; }
  [[nodiscard]] std::size_t size() { return static_cast<std::size_t>(end_ - entries_.data()); }
  [[nodiscard]] Entry& operator[](std::size_t i) { return entries_[i]; }
  [[nodiscard]] Entry* begin() { return entries_.data(); }
  [[nodiscard]] Entry* end() { return end_; }

 private:
  std::vector<Entry> entries_;
  Entry* end_ = nullptr;
};

}  // namespace wayfarer::mway
