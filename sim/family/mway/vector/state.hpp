// The vector form of the m-way model: state and decisions of a cycle as rows of bits, one for each
// channel. docs/models.md describes it.
//
// There is a row for each buffer that drives a channel, a sender: those of way w have the numbers
// w * buffers and up. The buffers that receive from a channel have numbers of the same kind, by the
// way that a header takes to them; under that number they are senders of other channels.
//
// Plain structures, because the passes are compiled for several instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wayfarer::mway {

constexpr unsigned kMostWays = 16;
constexpr unsigned kMostBuffers = 16;
constexpr std::size_t kWordBits = 64;
constexpr std::size_t kRowWords = 4;  ///< Channels are decided in blocks of 256.
constexpr std::size_t kBlockChannels = kRowWords * kWordBits;
constexpr unsigned kPlanes = 8;  ///< Flits are counted up to less than 2^kPlanes.

/// Rows of all channels, one after the other, with room before the first and after the last bit of
/// each: what channels see of others.
struct SeenRows {
  std::uint64_t* first = {};
  std::size_t stride = {};  ///< Words from one row to the next.

  [[nodiscard]] std::uint64_t* operator[](std::size_t row) const { return first + row * stride; }
};

/// Channels that are `offset` further on than those of this row.
struct Reach {
  std::ptrdiff_t offset = {};
  const std::uint64_t* channels = {};
};

/// By way of a router: the channels at the other end.
struct Neighbours {
  const Reach* first[kMostWays + 1] = {};  ///< Those of a way, up to those of the next.
};

/// The numbers of rows in a block, for each kind that of its first one.
struct RowNumbers {
  // By sender:
  unsigned occupied = {};
  unsigned header = {};         ///< With a header at the front.
  unsigned allocated = {};      ///< To a message.
  unsigned behind_tail = {};    ///< A tail comes to the buffer, where another one is.
  unsigned turn = {};           ///< Round robin in each way: those at or after the pointer.
  unsigned full_receiver = {};  ///< Cyclic Stat: its receiver is full, as it knows.
  unsigned sent = {};           ///< It sends a flit that its receiver takes.
  // By sender, of injection alone:
  unsigned injected = {};     ///< It gets a flit.
  unsigned open = {};         ///< With a message whose tail has not come.
  unsigned discarding = {};   ///< It drops a refused message.
  unsigned next_port = {};    ///< With the message port, round robin as `turn`.
  unsigned started = {};      ///< The same: a message starts in this cycle.
  unsigned ports = {};        ///< Network::injection_ready, or MessagePort::startable,
  unsigned shown_ports = {};  ///< and as they were in the last cycle.

  // By sender * (number of the others) + the other:
  unsigned receiver = {};  ///< The receiver that its message goes to,
  unsigned ejecting = {};  ///< or the processor.
  unsigned waiting = {};   ///< Its header waits for this way * classes + class.

  // By plane * senders + sender:
  unsigned level = {};       ///< Flits in the buffer.
  unsigned until_tail = {};  ///< The same up to its first tail, with it; 0: none is there.

  unsigned driver = {};       ///< By way.
  unsigned unavailable = {};  ///< Cyclic Stat, by way * classes + class: no buffer is free for
                              ///< these headers, as the drivers know.
  unsigned choice = {};   ///< By (way * classes + class) * buffer_planes + plane: the buffer of the
                          ///< way's set that its next header gets.
  unsigned stalled = {};  ///< By processor.
  unsigned counts = {};   ///< By plane: flits taken from the channel.

  // What the channel carries:
  unsigned requested = {};  ///< A flit,
  unsigned taken = {};      ///< which a receiver takes; likewise:
  unsigned heads = {};      ///< a header,
  unsigned tails = {};      ///< a tail.
};

struct VectorState {
  unsigned buffers = {};  ///< Of a set.
  unsigned ways = {};     ///< Those of routers, then those of processors.
  unsigned router_ways = {};
  unsigned classes = {};        ///< Of headers: one or two.
  unsigned planes = {};         ///< Bits of a level,
  unsigned buffer_planes = {};  ///< of a buffer's number in its set,
  unsigned way_planes = {};     ///< and of a way.
  unsigned depth = {};
  std::uint32_t members[2] = {};          ///< By class: a bit for each of its buffers.
  bool exact = {};                        ///< Exact Stat.
  bool early = {};                        ///< Early freeing.
  bool whole_messages = {};               ///< The message port is open.
  bool counting = {};                     ///< Adds to the rows of counts.
  bool stalls = {};                       ///< Some processor has been stalled.
  unsigned heard_way = {};                ///< Cyclic Stat: the way whose receivers report.
  std::uint32_t goes_to[kMostWays] = {};  ///< By way: those that its messages have taken so far.

  std::size_t blocks = {};
  std::size_t block_words = {};
  std::uint64_t* memory = {};  ///< Blocks.
  /// By channel: where its flit comes from, way << buffer_planes | number in the way's set.
  std::uint8_t* sender = {};
  RowNumbers rows = {};

  SeenRows full = {};         ///< By sender.
  SeenRows almost = {};       ///< Cyclic Stat, by sender: one more flit fills it.
  SeenRows crowded = {};      ///< By way * classes + class: no buffer is free.
  SeenRows entering = {};     ///< By receiver: it gets a flit.
  SeenRows ends = {};         ///< The channel carries a header (row 0), or a tail (row 1).
  Neighbours receivers = {};  ///< The channels of receivers.
  Neighbours feeders = {};    ///< The channels that senders receive from.

  std::size_t ejected_flits = {};  ///< Data flits that processors take in this cycle.

  [[nodiscard]] unsigned sender_count() const { return ways * buffers; }
  [[nodiscard]] unsigned receiver_count() const { return router_ways * buffers; }
  [[nodiscard]] unsigned processors() const { return ways - router_ways; }
  [[nodiscard]] unsigned wants() const { return ways * classes; }
};

/// The passes over all channels, compiled for one instruction set.
struct VectorPasses {
  /// Decides from the state at the start of the cycle.
  void (*decide)(VectorState&);
  /// Flits leave and enter buffers. With the message port, messages on injection ports send theirs.
  void (*move)(VectorState&);
  /// After the events of headers and tails: what others see.
  void (*show)(VectorState&);
};

}  // namespace wayfarer::mway
