// The passes over all channels. Compiled once for each instruction set, each time with the set's
// options and with WAYFARER_SIMD_SET as its name (wayfarer_vector_source in
// sim/family/CMakeLists.txt), so everything is inlined and in the namespace of the set
// (kit/lanes.hpp says why). Passes work on a copy of the state, which no store to a row changes,
// and once more for the usual sizes, for which loops are unrolled.
#include <cstring>

#include "family/kit/lanes.hpp"
#include "family/mway/vector/sets.hpp"
#include "family/mway/vector/turns.hpp"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpsabi"  // no vector is passed, since all is inlined
#endif

namespace wayfarer::mway::WAYFARER_SIMD_SET {
namespace {

#define WAYFARER_INLINE [[gnu::always_inline]] inline

constexpr unsigned kMostSenders = kMostWays * kMostBuffers;

/// A row of a block.
using Bits = std::uint64_t __attribute__((vector_size(8 * kRowWords), may_alias));

WAYFARER_INLINE Bits load(const void* from) {
  Bits bits;
  std::memcpy(&bits, from, sizeof bits);
  return bits;
}

WAYFARER_INLINE unsigned ones(Bits bits) {
  int count = 0;
  for (std::size_t i = 0; i < kRowWords; ++i) count += __builtin_popcountll(bits[i]);
  return static_cast<unsigned>(count);
}

/// The usual sizes, which are known when passes are compiled. 0: any.
template <unsigned kBuffers, unsigned kClasses, unsigned kPlanes>
struct Sizes {
  static constexpr std::size_t buffers = kBuffers;
  static constexpr std::size_t classes = kClasses;
  static constexpr std::size_t planes = kPlanes;
};

/// A block of channels in a pass.
template <class Shape>
struct Block {
  const VectorState& state;
  const std::size_t number;
  Bits* const rows = reinterpret_cast<Bits*>(state.memory + number * state.block_words);

  [[nodiscard]] WAYFARER_INLINE std::size_t buffers() const {
    return Shape::buffers != 0 ? Shape::buffers : state.buffers;
  }
  [[nodiscard]] WAYFARER_INLINE std::size_t classes() const {
    return Shape::classes != 0 ? Shape::classes : state.classes;
  }
  [[nodiscard]] WAYFARER_INLINE std::size_t planes() const {
    return Shape::planes != 0 ? Shape::planes : state.planes;
  }
  [[nodiscard]] WAYFARER_INLINE std::size_t ways() const { return state.ways; }
  [[nodiscard]] WAYFARER_INLINE std::size_t router_ways() const { return state.router_ways; }
  [[nodiscard]] WAYFARER_INLINE std::size_t processors() const { return ways() - router_ways(); }
  [[nodiscard]] WAYFARER_INLINE std::size_t senders() const { return ways() * buffers(); }
  [[nodiscard]] WAYFARER_INLINE std::size_t receivers() const { return router_ways() * buffers(); }
  [[nodiscard]] WAYFARER_INLINE std::size_t wants() const { return ways() * classes(); }

  /// A sender's rows.
  [[nodiscard]] WAYFARER_INLINE Bits* receiver(std::size_t sender) const {
    return rows + state.rows.receiver + sender * receivers();
  }
  [[nodiscard]] WAYFARER_INLINE Bits* waiting(std::size_t sender) const {
    return rows + state.rows.waiting + sender * wants();
  }
  [[nodiscard]] WAYFARER_INLINE Bits* ejecting(std::size_t sender) const {
    return rows + state.rows.ejecting + sender * processors();
  }

  /// The part of a row.
  [[nodiscard]] WAYFARER_INLINE Bits& of(const SeenRows& seen, std::size_t row) const {
    return *reinterpret_cast<Bits*>(seen[row] + number * kRowWords);
  }
  /// What is at the other end of a way.
  [[nodiscard]] WAYFARER_INLINE Bits across(const Neighbours& neighbours, std::size_t way,
                                            const SeenRows& seen, std::size_t row) const {
    const char* const bytes = reinterpret_cast<const char*>(seen[row] + number * kRowWords);
    Bits result = {};
    for (const Reach* reach = neighbours.first[way]; reach != neighbours.first[way + 1]; ++reach) {
      // The bits from `offset` on, which need not be the first one of a byte.
      const auto shift = static_cast<unsigned>(reach->offset & 7);
      const char* const first = bytes + (reach->offset >> 3);
      result |= (load(first) >> shift | load(first + 1) << (8 - shift)) &
                load(reach->channels + number * kRowWords);
    }
    return result;
  }
};

/// Calls action(way) for a set of ways below `end`.
template <typename Action>
WAYFARER_INLINE void each_way(std::uint32_t ways, std::size_t end, const Action& action) {
  for (std::uint32_t left = ways & ((1u << end) - 1); left != 0; left &= left - 1)
    action(static_cast<std::size_t>(__builtin_ctz(left)));
}

/// What a block sees of receivers.
struct Seen {
  Bits full[kMostSenders];      ///< By receiver.
  Bits crowded[2 * kMostWays];  ///< By way * classes + class.
};

template <class Shape>
WAYFARER_INLINE void see(const Block<Shape>& block, Seen& seen) {
  const VectorState& state = block.state;
  for (std::size_t way = 0; way < block.router_ways(); ++way) {
    for (std::size_t b = 0; b < block.buffers(); ++b) {
      const std::size_t receiver = way * block.buffers() + b;
      seen.full[receiver] = block.across(state.receivers, way, state.full, receiver);
    }
    for (std::size_t want = way * block.classes(); want < (way + 1) * block.classes(); ++want)
      seen.crowded[want] = block.across(state.receivers, way, state.crowded, want);
  }
}

/// Where a sender's receiver has a bit in `bits`.
template <class Shape>
WAYFARER_INLINE Bits of_receiver(const Block<Shape>& block, std::size_t sender, std::uint32_t ways,
                                 const Bits* bits) {
  Bits result = {};
  const Bits* const receiver = block.receiver(sender);
  each_way(ways, block.router_ways(), [&](std::size_t way) {
    const Bits* const rows = receiver + way * block.buffers();
    const Bits* const of_way = bits + way * block.buffers();
    for (std::size_t b = 0; b < block.buffers(); ++b) result |= rows[b] & of_way[b];
  });
  return result;
}

/// Where a sender of a way cannot send, as its receiver cannot take the flit.
template <class Shape>
WAYFARER_INLINE Bits blocked(const Block<Shape>& block, std::size_t sender, std::uint32_t ways,
                             const Seen& seen) {
  const VectorState& state = block.state;
  Bits result = of_receiver(block, sender, ways, seen.full);
  const Bits* const waiting = block.waiting(sender);
  each_way(ways, block.router_ways(), [&](std::size_t way) {
    for (std::size_t want = way * block.classes(); want < (way + 1) * block.classes(); ++want)
      result |= waiting[want] & seen.crowded[want];
  });
  if (!state.stalls) return result;
  for (std::size_t p = 0; p < block.processors(); ++p) {
    const Bits headers = waiting[(block.router_ways() + p) * block.classes()];
    result |= (block.ejecting(sender)[p] | headers) & block.rows[state.rows.stalled + p];
  }
  return result;
}

/// Cyclic Stat: the same, as the sender knows.
template <class Shape>
WAYFARER_INLINE Bits known_blocked(const Block<Shape>& block, std::size_t sender) {
  const VectorState& state = block.state;
  Bits result =
      block.rows[state.rows.full_receiver + sender] & ~block.rows[state.rows.header + sender];
  for (std::size_t want = 0; want < block.wants(); ++want)
    result |= block.waiting(sender)[want] & block.rows[state.rows.unavailable + want];
  return result;
}

/// Cyclic Stat: all drivers of a channel hear from the receivers whose turn it is.
template <class Shape>
WAYFARER_INLINE void hear(const Block<Shape>& block, const Seen& seen) {
  const VectorState& state = block.state;
  const std::size_t way = state.heard_way;
  const bool processor = way >= block.router_ways();
  const std::size_t p = processor ? way - block.router_ways() : 0;
  const Bits stalled = block.rows[state.rows.stalled + p];
  for (std::size_t want = way * block.classes(); want < (way + 1) * block.classes(); ++want)
    block.rows[state.rows.unavailable + want] = processor ? stalled : seen.crowded[want];
  for (std::size_t sender = 0; sender < block.senders(); ++sender) {
    Bits& known = block.rows[state.rows.full_receiver + sender];
    if (processor) {
      const Bits mine = block.ejecting(sender)[p];
      known = (known & ~mine) | (mine & stalled);
      continue;
    }
    const std::size_t first = way * block.buffers();
    for (std::size_t b = 0; b < block.buffers(); ++b) {
      const Bits mine = block.receiver(sender)[first + b];
      known = (known & ~mine) | (mine & seen.full[first + b]);
    }
  }
}

/// Cyclic Stat: what senders learn from their flits. That a header fills its receiver is found with
/// that receiver.
template <class Shape>
WAYFARER_INLINE void learn(const Block<Shape>& block, const Bits* requested) {
  const VectorState& state = block.state;
  Bits almost[kMostSenders];
  for (std::size_t r = 0; r < block.receivers(); ++r)
    almost[r] = block.across(state.receivers, r / block.buffers(), state.almost, r);
  for (std::size_t sender = 0; sender < block.senders(); ++sender) {
    const Bits sent = block.rows[state.rows.sent + sender];
    const Bits refused = requested[sender] & ~sent;
    const Bits fills = of_receiver(block, sender, state.goes_to[sender / block.buffers()], almost);
    Bits& known = block.rows[state.rows.full_receiver + sender];
    known = (known & ~sent) | (sent & fills) | refused;
    for (std::size_t want = 0; want < block.wants(); ++want)
      block.rows[state.rows.unavailable + want] |= refused & block.waiting(sender)[want];
  }
}

/// The next driver is the next way, cyclically, that requests.
template <class Shape>
WAYFARER_INLINE void choose_driver(const Block<Shape>& block, const Bits* requests) {
  const std::size_t ways = block.ways();
  Bits* const driver = block.rows + block.state.rows.driver;
  Bits later[kMostWays];
  Bits passed = {};
  Bits any = {};
  Bits any_later = {};
  for (std::size_t way = 0; way < ways; ++way) {
    later[way] = requests[way] & passed;
    any |= requests[way];
    any_later |= later[way];
    passed |= driver[way];
  }
  Bits chosen = {};
  for (std::size_t way = 0; way < ways; ++way) {
    const Bits next = (later[way] | (requests[way] & ~any_later)) & ~chosen;
    driver[way] = next | (driver[way] & ~any);
    chosen |= next;
  }
}

/// What a channel carries.
struct Carried {
  Bits requested = {};
  Bits taken = {};
  Bits heads = {};
  Bits tails = {};
  Bits ejected = {};  ///< A data flit to a processor.
  Bits buffer[4] = {};
  Bits way[4] = {};
};

template <class Shape>
WAYFARER_INLINE void send(const Block<Shape>& block, std::size_t sender, Bits sent,
                          Carried& carried) {
  const VectorState& state = block.state;
  block.rows[state.rows.sent + sender] = sent;
  carried.taken |= sent;
  const Bits header = block.rows[state.rows.header + sender];
  carried.heads |= sent & header;
  block.rows[state.rows.header + sender] = header & ~sent;
  const Bits* const until = block.rows + state.rows.until_tail + sender;
  Bits tail = sent & until[0];
  for (std::size_t plane = 1; plane < block.planes(); ++plane)
    tail &= ~until[plane * block.senders()];
  carried.tails |= tail;
  for (std::size_t p = 0; p < block.processors(); ++p)
    carried.ejected |= sent & block.ejecting(sender)[p];
}

template <class Shape>
WAYFARER_INLINE void store(const Block<Shape>& block, const Carried& carried) {
  const RowNumbers& rows = block.state.rows;
  block.rows[rows.requested] = carried.requested;
  block.rows[rows.taken] = carried.taken;
  block.rows[rows.heads] = carried.heads;
  block.rows[rows.tails] = carried.tails;
  block.of(block.state.ends, 0) = carried.heads;
  block.of(block.state.ends, 1) = carried.tails;
  for (std::size_t word = 0; word < kRowWords; ++word) {
    kit::Bytes sender = {};
    for (std::size_t plane = block.state.way_planes; plane-- > 0;)
      sender = sender.twice().plus(carried.way[plane][word]);
    for (std::size_t plane = block.state.buffer_planes; plane-- > 0;)
      sender = sender.twice().plus(carried.buffer[plane][word]);
    sender.store(block.state.sender + block.number * kBlockChannels + word * kWordBits);
  }
}

/// The receivers of the flits sent.
template <class Shape>
WAYFARER_INLINE void show_entering(const Block<Shape>& block) {
  const VectorState& state = block.state;
  for (std::size_t to = 0; to < block.router_ways(); ++to) {
    std::uint32_t ways = 0;
    for (std::size_t way = 0; way < block.ways(); ++way)
      ways |= (state.goes_to[way] >> to & 1) << way;
    for (std::size_t b = 0; b < block.buffers(); ++b) {
      const std::size_t receiver = to * block.buffers() + b;
      Bits entering = {};
      each_way(ways, block.ways(), [&](std::size_t way) {
        const std::size_t first = way * block.buffers();
        for (std::size_t i = 0; i < block.buffers(); ++i)
          entering |= block.receiver(first + i)[receiver] & block.rows[state.rows.sent + first + i];
      });
      block.of(state.entering, receiver) = entering;
    }
  }
}

/// Carry-save.
template <class Shape>
WAYFARER_INLINE void count(const Block<Shape>& block, Bits carry) {
  Bits* const counts = block.rows + block.state.rows.counts;
  for (std::size_t plane = 0; plane < kPlanes; ++plane) {
    const Bits before = counts[plane];
    counts[plane] = before ^ carry;
    carry &= before;
  }
}

template <class Shape>
WAYFARER_INLINE unsigned decide_block(const Block<Shape>& block) {
  const VectorState& state = block.state;
  Seen seen;
  see(block, seen);
  Bits requested[kMostSenders];
  Bits refusing[kMostSenders];  // cyclic Stat
  Bits requests[kMostWays];
  Carried carried;
  for (std::size_t way = 0; way < block.ways(); ++way) {
    const Bits driver = block.rows[state.rows.driver + way];
    const std::size_t first = way * block.buffers();
    requests[way] = Bits{};
    for (std::size_t b = 0; b < block.buffers(); ++b) {
      Bits stopped = blocked(block, first + b, state.goes_to[way], seen);
      if (!state.exact) {
        refusing[first + b] = stopped;
        stopped = known_blocked(block, first + b);
      }
      const Bits eligible = block.rows[state.rows.occupied + first + b] & ~stopped;
      requests[way] |= eligible;
      requested[first + b] = eligible & driver;
    }
    take_turns(block.buffers(), requested + first, block.rows + state.rows.turn + first);
    Bits of_way = {};
    for (std::size_t b = 0; b < block.buffers(); ++b) {
      of_way |= requested[first + b];
      for (std::size_t plane = 0; plane < state.buffer_planes; ++plane)
        if ((b >> plane & 1) != 0) carried.buffer[plane] |= requested[first + b];
      send(block, first + b,
           state.exact ? requested[first + b] : requested[first + b] & ~refusing[first + b],
           carried);
    }
    carried.requested |= of_way;
    for (std::size_t plane = 0; plane < state.way_planes; ++plane)
      if ((way >> plane & 1) != 0) carried.way[plane] |= of_way;
  }
  choose_driver(block, requests);
  if (!state.exact) {
    hear(block, seen);
    learn(block, requested);
  }
  show_entering(block);
  store(block, carried);
  if (state.counting) count(block, carried.taken);
  return ones(carried.ejected);
}

/// Each processor sends a flit of a message: of the one that starts, or of one that has room.
template <class Shape>
WAYFARER_INLINE void inject(const Block<Shape>& block) {
  const VectorState& state = block.state;
  for (std::size_t way = block.router_ways(); way < block.ways(); ++way) {
    const std::size_t first = way * block.buffers();
    const Bits* const started = block.rows + state.rows.started + first;
    const Bits* const open = block.rows + state.rows.open + first;
    Bits starts = {};
    for (std::size_t b = 0; b < block.buffers(); ++b) starts |= started[b];
    Bits port[kMostBuffers];
    for (std::size_t b = 0; b < block.buffers(); ++b)
      port[b] = started[b] | (open[b] & ~block.of(state.full, first + b) & ~starts);
    take_turns(block.buffers(), port, block.rows + state.rows.next_port + first);
    for (std::size_t b = 0; b < block.buffers(); ++b)
      block.rows[state.rows.injected + first + b] = port[b];
  }
}

/// What comes to a buffer.
struct Entered {
  Bits flits = {};
  Bits heads = {};
  Bits tails = {};
};

template <class Shape>
WAYFARER_INLINE void move_buffer(const Block<Shape>& block, std::size_t sender,
                                 const Entered& entered) {
  const VectorState& state = block.state;
  const std::size_t stride = block.senders();
  Bits* const level = block.rows + state.rows.level + sender;
  Bits* const until = block.rows + state.rows.until_tail + sender;
  const Bits sent = block.rows[state.rows.sent + sender];
  Bits more = entered.flits & ~sent;
  Bits fewer = sent & ~entered.flits;
  Bits occupied = {};
  Bits not_full = {};
  Bits not_almost = {};
  Bits tail_in = {};
  for (std::size_t plane = 0; plane < block.planes(); ++plane) {
    const Bits before = level[plane * stride];
    const Bits after = before ^ (more | fewer);
    more &= before;
    fewer &= ~before;
    level[plane * stride] = after;
    occupied |= after;
    not_full |= (state.depth >> plane & 1) != 0 ? ~after : after;
    not_almost |= ((state.depth - 1) >> plane & 1) != 0 ? ~after : after;
    tail_in |= until[plane * stride];
  }
  block.rows[state.rows.occupied + sender] = occupied;
  block.of(state.full, sender) = ~not_full;
  if (!state.exact) block.of(state.almost, sender) = ~not_almost;
  Bits borrow = sent & tail_in;
  Bits behind = {};
  for (std::size_t plane = 0; plane < block.planes(); ++plane) {
    const Bits before = until[plane * stride];
    until[plane * stride] = before ^ borrow;
    behind |= until[plane * stride];
    borrow &= ~before;
  }
  // If no other tail is in the buffer, all flits there are of this message.
  block.rows[state.rows.behind_tail + sender] = entered.tails & behind;
  const Bits first = entered.tails & ~behind;
  for (std::size_t plane = 0; plane < block.planes(); ++plane)
    until[plane * stride] |= first & level[plane * stride];
  Bits& allocated = block.rows[state.rows.allocated + sender];
  const Bits freed = state.early ? entered.tails : sent & block.rows[state.rows.tails];
  allocated = (allocated | entered.heads) & ~freed;
}

template <class Shape>
WAYFARER_INLINE void move_block(const Block<Shape>& block) {
  const VectorState& state = block.state;
  if (state.whole_messages) inject(block);
  for (std::size_t way = 0; way < block.router_ways(); ++way) {
    const Bits heads = block.across(state.feeders, way, state.ends, 0);
    const Bits tails = block.across(state.feeders, way, state.ends, 1);
    for (std::size_t b = 0; b < block.buffers(); ++b) {
      const std::size_t sender = way * block.buffers() + b;
      const Bits flits = block.across(state.feeders, way, state.entering, sender);
      move_buffer(block, sender, {flits, flits & heads, flits & tails});
    }
  }
  // Heads and tails that are injected are events.
  for (std::size_t sender = block.receivers(); sender < block.senders(); ++sender)
    move_buffer(block, sender, {block.rows[state.rows.injected + sender], Bits{}, Bits{}});
}

/// The injection ports that take a flit; with the message port, the port where a message that is
/// due takes its turn before those that have started.
template <class Shape>
WAYFARER_INLINE void show_ports(const Block<Shape>& block, std::size_t first) {
  const VectorState& state = block.state;
  Bits* const ports = block.rows + state.rows.ports + first;
  const Bits* const next_port = block.rows + state.rows.next_port + first;
  Bits any_idle = {};
  Bits ahead = {};
  Bits offering[kMostBuffers];
  Bits starts[kMostBuffers];
  for (std::size_t b = 0; b < block.buffers(); ++b) {
    const std::size_t sender = first + b;
    const Bits open = block.rows[state.rows.open + sender];
    const Bits going = open & ~block.of(state.full, sender);
    const Bits idle = ~(open | block.rows[state.rows.allocated + sender] |
                        block.rows[state.rows.occupied + sender]);
    ports[b] = block.rows[state.rows.discarding + sender] | going | idle;
    block.rows[state.rows.started + sender] = Bits{};
    starts[b] = idle & ~any_idle;
    any_idle |= idle;
    offering[b] = going | starts[b];
    ahead |= offering[b] & next_port[b];
  }
  if (!state.whole_messages) return;
  Bits passed = {};
  for (std::size_t b = 0; b < block.buffers(); ++b) {
    const Bits chosen = offering[b] & (next_port[b] | ~ahead) & ~passed;
    passed |= chosen;
    ports[b] = chosen & starts[b];
  }
}

/// The buffer that a header gets in a set: the first one of its class that is free.
template <class Shape>
WAYFARER_INLINE void show_free(const Block<Shape>& block, std::size_t way) {
  const VectorState& state = block.state;
  for (std::size_t c = 0; c < block.classes(); ++c) {
    const std::size_t want = way * block.classes() + c;
    Bits found = {};
    Bits choice[4] = {};
    for (std::size_t b = 0; b < block.buffers(); ++b) {
      if ((state.members[c] >> b & 1) == 0) continue;
      const std::size_t sender = way * block.buffers() + b;
      const Bits first =
          ~(block.of(state.full, sender) | block.rows[state.rows.allocated + sender] | found);
      found |= first;
      for (std::size_t plane = 0; plane < state.buffer_planes; ++plane)
        if ((b >> plane & 1) != 0) choice[plane] |= first;
    }
    block.of(state.crowded, want) = ~found;
    for (std::size_t plane = 0; plane < state.buffer_planes; ++plane)
      block.rows[state.rows.choice + want * state.buffer_planes + plane] = choice[plane];
  }
}

template <class Shape>
WAYFARER_INLINE void show_block(const Block<Shape>& block) {
  for (std::size_t way = 0; way < block.router_ways(); ++way) show_free(block, way);
  for (std::size_t way = block.router_ways(); way < block.ways(); ++way)
    show_ports(block, way * block.buffers());
}

template <class Shape>
void decide_all(VectorState& shared) {
  const VectorState state = shared;
  std::size_t ejected = 0;
  for (std::size_t number = 0; number < state.blocks; ++number)
    ejected += decide_block(Block<Shape>{state, number});
  shared.ejected_flits = ejected;
  shared.heard_way = state.heard_way + 1 == state.ways ? 0 : state.heard_way + 1;
}

template <class Shape>
void move_all(VectorState& shared) {
  const VectorState state = shared;
  for (std::size_t number = 0; number < state.blocks; ++number)
    move_block(Block<Shape>{state, number});
}

template <class Shape>
void show_all(VectorState& shared) {
  const VectorState state = shared;
  for (std::size_t number = 0; number < state.blocks; ++number)
    show_block(Block<Shape>{state, number});
}

template <class Shape>
VectorPasses passes_for() {
  return {decide_all<Shape>, move_all<Shape>, show_all<Shape>};
}

template <class Shape>
bool fits(const VectorState& state) {
  return state.buffers == Shape::buffers && state.classes == Shape::classes &&
         state.planes == Shape::planes;
}

using UsualMesh = Sizes<4, 1, 2>;
using UsualTorus = Sizes<4, 2, 2>;

}  // namespace

VectorPasses passes(const VectorState& state) {
  if (fits<UsualMesh>(state)) return passes_for<UsualMesh>();
  if (fits<UsualTorus>(state)) return passes_for<UsualTorus>();
  return passes_for<Sizes<0, 0, 0>>();
}

}  // namespace wayfarer::mway::WAYFARER_SIMD_SET
