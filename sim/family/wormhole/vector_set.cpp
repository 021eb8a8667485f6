// The passes over all nodes. Compiled once for each instruction set: see kit/lanes.hpp. A pass
// works on a copy of the pointers, since a store to a row of bytes might change the pointers
// themselves. Rows of bytes are handled 64 bytes at a time, those of one node or two.
#include "family/kit/lanes.hpp"
#include "family/wormhole/vector_sets.hpp"

namespace wayfarer::wormhole::WAYFARER_SIMD_SET {
namespace {

using kit::Bytes;
using kit::load_bits;
using kit::store_bits;

/// Nodes whose rows are 64 bytes.
template <typename Word>
constexpr std::size_t kAtOnce = 8 / sizeof(Word);

/// A loop for vectors: no node's words are another's, and unrolling would come before vectors.
#define WAYFARER_NODES \
  _Pragma("GCC ivdep") _Pragma("GCC unroll 1") for (std::size_t i = 0; i < kNodeBlock; ++i)

#define WAYFARER_INLINE [[gnu::always_inline]] inline

template <typename Word>
struct Words {
  Word of[kNodeBlock];

  [[nodiscard]] WAYFARER_INLINE static Words load(const Word* from) {
    Words words;
    kit::copy<sizeof words.of>(words.of, from);
    return words;
  }
  [[nodiscard]] WAYFARER_INLINE Word any() const {
    Word any = 0;
    WAYFARER_NODES any |= of[i];
    return any;
  }
  [[nodiscard]] WAYFARER_INLINE std::size_t sum() const {
    Word sum = 0;
    WAYFARER_NODES sum += of[i];
    return sum;
  }
};

/// Calls action(block, number of its first node) for the blocks that are not idle.
template <typename Word, typename Action>
WAYFARER_INLINE void each_busy_block(const VectorState<Word>& state, const Action& action) {
  for (std::size_t first = 0; first < state.nodes; first += kNodeBlock) {
    VectorBlock<Word>& block = state.block_of(first);
    if (!block.idle) action(block, first);
  }
}

template <typename Word, typename Action>
WAYFARER_INLINE void each_block(const VectorState<Word>& state, const Action& action) {
  for (std::size_t first = 0; first < state.nodes; first += kNodeBlock)
    action(state.block_of(first), first);
}

/// Appends the 64 bytes of rows that belong to words that are not 0.
template <typename Word>
WAYFARER_INLINE void append_rows(NodeList& list, const BlockWords<Word>& words, std::size_t first) {
  list.count +=
      kit::list_ones(kit::nonzero_groups<kNodeBlock / kAtOnce<Word>, 8>(words),
                     static_cast<std::uint32_t>(first / kAtOnce<Word>), list.nodes + list.count);
}

/// Calls action(block, first lane, first node).
template <typename Word, typename Action>
WAYFARER_INLINE void each_rows(const VectorState<Word>& state, const Action& action) {
  for (std::size_t i = 0; i < state.busy.count; ++i) {
    const std::size_t node = state.busy.nodes[i] * kAtOnce<Word>;
    action(state.block_of(node), node % kNodeBlock, node);
  }
}

/// The bits that the rows pick from the words of their nodes.
template <typename Word>
WAYFARER_INLINE void pick(const BlockWords<Word>& words, const Picks<Word>& picks,
                          BlockWords<Word>& picked, std::size_t lane) {
  store_bits(&picked[lane], kit::pick(&words[lane], picks.byte[lane], picks.mask[lane]));
}

/// Appends the nodes of a block whose word is not 0.
template <typename Word>
WAYFARER_INLINE void append(NodeList& list, const BlockWords<Word>& words, std::size_t first) {
  list.count += kit::list_ones(kit::nonzero_groups<kNodeBlock, sizeof(Word)>(words),
                               static_cast<std::uint32_t>(first), list.nodes + list.count);
}

/// For each node of a block, the bits of each link in the word of the node at its other end.
template <typename Word>
WAYFARER_INLINE Words<Word> across(const LinkEnds<Word>& links, const VectorState<Word>& state,
                                   const Word* words, std::size_t first) {
  Words<Word> result = {};
  for (unsigned port = 0; port < state.ports; ++port) {
    const Words<Word> end = Words<Word>::load(words + first + links.offset[port]);
    const Words<Word> regular = Words<Word>::load(links.regular + port * state.nodes + first);
    WAYFARER_NODES result.of[i] |= end.of[i] & regular.of[i];
  }
  const std::size_t number = first / kNodeBlock;
  for (std::size_t i = links.wraps_of[number]; i < links.wraps_of[number + 1]; ++i) {
    const auto& wrap = links.wraps[i];
    result.of[wrap.node - first] |= words[wrap.end] & wrap.field;
  }
  return result;
}

template <typename Word>
void inject(VectorState<Word>& shared) {
  VectorState<Word> state = shared;
  state.with_injected.count = 0;
  each_block(state, [&state](VectorBlock<Word>& block, std::size_t first) {
    WAYFARER_NODES block.injected[i] = block.feeding[i] & ~state.closed[first + i];
    append<Word>(state.with_injected, block.injected, first);
  });
  shared.with_injected.count = state.with_injected.count;
}

/// Wakes blocks with flits; the decisions of others are 0.
template <typename Word>
WAYFARER_INLINE void find_idle_blocks(const VectorState<Word>& state) {
  each_block(state, [&state](VectorBlock<Word>& block, std::size_t first) {
    Word any = 0;
    WAYFARER_NODES any |= block.nonempty[i] | block.held[i];
    if (any == 0 && !block.idle) {
      WAYFARER_NODES {
        state.sent[first + i] = 0;
        block.released[i] = 0;
        block.stopped[i] = 0;
        block.heads[i] = 0;
        block.sent_heads[i] = 0;
        block.sent_tails[i] = 0;
        block.popped[i] = 0;
      }
    }
    block.idle = any == 0;
  });
}

/// Carry-save: adds one to the count of each bit in `sent`.
template <typename Word>
WAYFARER_INLINE void count_sent(VectorBlock<Word>& block, const Words<Word>& sent) {
  Words<Word> carry = Words<Word>::load(sent.of);
  for (unsigned plane = 0; plane < kPlanes && carry.any() != 0; ++plane) {
    Word* const counts = block.planes[plane];
    WAYFARER_NODES {
      const Word both = counts[i] & carry.of[i];
      counts[i] ^= carry.of[i];
      carry.of[i] = both;
    }
  }
}

/// The flits that a block's terminals take.
template <typename Word>
WAYFARER_INLINE std::size_t ejected(const VectorState<Word>& state, const Words<Word>& stopped) {
  unsigned port = state.ports * state.fields.length;
  Words<Word> count = {};
  for (Word left = state.ejection_ports; left != 0; left >>= 1, ++port)
    WAYFARER_NODES count.of[i] += stopped.of[i] >> port & 1;
  return count.sum();
}

template <typename Word>
WAYFARER_INLINE void decide_block(VectorState<Word>& state, VectorBlock<Word>& block,
                                  std::size_t first) {
  const LinkFields<Word> fields = state.fields;
  Words<Word> open = across(state.targets, state, state.closed, first);
  WAYFARER_NODES open.of[i] = (~open.of[i] & fields.all) | block.ejecting[i];
  Words<Word> sent;
  Words<Word> released;
  Words<Word> stopped;
  grant(fields, kNodeBlock, block.fed, open.of, block.held, block.behind, sent.of, released.of,
        stopped.of);
  WAYFARER_NODES {
    const Word passing = sent.of[i] & ~released.of[i];
    const Word crossed = passing | stopped.of[i];
    const Word heads = crossed & block.first[i];
    state.sent[first + i] = sent.of[i];
    block.popped[i] = 0;
    block.released[i] = released.of[i];
    block.stopped[i] = stopped.of[i];
    block.crossed[i] = crossed;
    block.heads[i] = heads;
    block.first[i] &= ~crossed;
    block.sent_heads[i] = (passing & heads) | (released.of[i] & block.held_head[i]);
    block.sent_tails[i] = released.of[i] & block.held_tail[i];
    block.held_head[i] =
        (block.held_head[i] & ~released.of[i]) | (stopped.of[i] & heads & fields.all);
    block.held_tail[i] &= ~released.of[i];
  }
  state.ejected_flits += ejected(state, stopped);
  if (state.counting) count_sent(block, sent);
}

/// Each loop over blocks reads words that the one before has written in parts.
template <typename Word>
void decide(VectorState<Word>& shared) {
  VectorState<Word> state = shared;
  state.with_sent_head.count = 0;
  state.with_sent_tail.count = 0;
  state.ejected_flits = 0;
  find_idle_blocks(state);
  state.busy.count = 0;
  each_busy_block(state, [&state](VectorBlock<Word>& block, std::size_t first) {
    WAYFARER_NODES block.fed[i] = 0;
    append_rows<Word>(state.busy, block.nonempty, first);
  });
  each_rows(state, [](VectorBlock<Word>& block, std::size_t lane, std::size_t) {
    pick<Word>(block.nonempty, block.input_of, block.fed, lane);
  });
  state.busy.count = 0;
  each_busy_block(state, [&state](VectorBlock<Word>& block, std::size_t first) {
    decide_block(state, block, first);
    append<Word>(state.with_sent_head, block.sent_heads, first);
    append<Word>(state.with_sent_tail, block.sent_tails, first);
    append_rows<Word>(state.busy, block.crossed, first);
  });
  each_rows(state, [](VectorBlock<Word>& block, std::size_t lane, std::size_t) {
    pick<Word>(block.crossed, block.output_of, block.popped, lane);
  });
  shared.with_sent_head.count = state.with_sent_head.count;
  shared.with_sent_tail.count = state.with_sent_tail.count;
  shared.ejected_flits = state.ejected_flits;
}

/// The flits that leave and enter the input buffers of the nodes from `lane` on; the tails that
/// leave. Returns the levels.
template <typename Word>
WAYFARER_INLINE Bytes move_flits(VectorBlock<Word>& block, std::size_t lane) {
  const std::uint64_t popped = load_bits(&block.popped[lane]);
  const Bytes level =
      Bytes::load(block.level[lane]).plus(load_bits(&block.entered[lane])).minus(popped);
  level.store(block.level[lane]);
  store_bits(&block.nonempty[lane], level.nonzero());
  const Bytes until = Bytes::load(block.until_tail[lane]);
  store_bits(&block.ended[lane], popped & until.equal(1));
  until.minus(popped & until.nonzero()).store(block.until_tail[lane]);
  return level;
}

template <typename Word>
WAYFARER_INLINE void move_on_off(VectorState<Word>& state) {
  state.busy.count = 0;
  each_block(state, [&state](VectorBlock<Word>& block, std::size_t first) {
    const Words<Word> sent = across(state.feeders, state, state.sent, first);
    Words<Word> changed;
    WAYFARER_NODES {
      block.entered[i] = sent.of[i] | block.injected[i];
      block.ended[i] = 0;
      changed.of[i] = block.entered[i] | block.popped[i];
    }
    append_rows<Word>(state.busy, changed.of, first);
  });
  each_rows(state, [&state](VectorBlock<Word>& block, std::size_t lane, std::size_t node) {
    store_bits(&state.closed[node], move_flits(block, lane).at_least(state.depth));
  });
}

template <typename Word>
WAYFARER_INLINE void move_credited(VectorState<Word>& state) {
  const CreditState<Word>& credits = state.credits;
  const auto arriving = [&state, &credits](std::size_t after) {
    return credits.arriving + (credits.now + after) % (credits.cycles + 1) * state.nodes;
  };
  const auto returning = [&state, &credits](std::size_t after) {
    return credits.returning + (credits.now + after) % (credits.cycles + 2) * state.nodes;
  };
  each_block(state, [&](VectorBlock<Word>& block, std::size_t first) {
    const Words<Word> sent = across(state.feeders, state, state.sent, first);
    Word* const last_arriving = arriving(credits.cycles) + first;
    Word* const last_returning = returning(credits.cycles + 1) + first;
    WAYFARER_NODES {
      last_arriving[i] = sent.of[i];
      last_returning[i] = block.popped[i] & state.fields.all;
    }
    const Word* const arrived = arriving(0) + first;
    WAYFARER_NODES block.entered[i] = arrived[i] | block.injected[i];
    Words<Word> full;
    Words<Word> without_credit;
    for (std::size_t lane = 0; lane < kNodeBlock; lane += kAtOnce<Word>) {
      const std::size_t node = first + lane;
      store_bits(&full.of[lane], move_flits(block, lane).at_least(state.depth));
      RowByte* const row = credits.level + node * VectorState<Word>::kSlots;
      const Bytes used =
          Bytes::load(row).plus(load_bits(&sent.of[lane])).minus(load_bits(&returning(0)[node]));
      used.store(row);
      // A credit that is counted in the next cycle can be used in that cycle.
      const Bytes next = used.minus(load_bits(&returning(1)[node]));
      store_bits(&without_credit.of[lane], next.at_least(state.depth));
      store_bits(&credits.fits[node], ~used.at_least(static_cast<std::uint8_t>(credits.taken + 1)));
    }
    const Word links = state.fields.all;
    WAYFARER_NODES state.closed[first + i] = (without_credit.of[i] & links) | (full.of[i] & ~links);
  });
}

template <typename Word>
void move(VectorState<Word>& shared) {
  VectorState<Word> state = shared;
  state.with_ended.count = 0;
  if (state.credits.used)
    move_credited(state);
  else
    move_on_off(state);
  each_block(state, [&state](VectorBlock<Word>& block, std::size_t first) {
    append<Word>(state.with_ended, block.ended, first);
  });
  shared.with_ended.count = state.with_ended.count;
  ++shared.credits.now;
}

template <typename Word>
void find_free(VectorState<Word>& shared) {
  VectorState<Word> state = shared;
  state.with_free.count = 0;
  each_block(state, [&state](VectorBlock<Word>& block, std::size_t first) {
    WAYFARER_NODES block.free[i] = block.wanted[i] & ~block.owned[i];
    if (state.whole_messages) {
      // The last message has left the output buffer, and the input buffer has room for the next.
      const Words<Word> fits = across(state.targets, state, state.credits.fits, first);
      WAYFARER_NODES block.free[i] &= (fits.of[i] & ~block.held[i]) | ~state.fields.all;
    }
    append<Word>(state.with_free, block.free, first);
  });
  shared.with_free.count = state.with_free.count;
}

template <typename Word>
void show_ready(VectorState<Word>& shared) {
  const VectorState<Word> state = shared;
  const unsigned links = state.ports * state.fields.length;
  for (std::size_t first = 0; first < state.terminals; first += kNodeBlock) {
    const VectorBlock<Word>& block = state.block_of(first);
    std::uint16_t ready[kNodeBlock];
    WAYFARER_NODES ready[i] = static_cast<std::uint16_t>(
        ~((state.closed[first + i] | block.feeding[i]) >> links) & state.injection_ports);
    const std::size_t left = state.terminals - first;
    __builtin_memcpy(state.ready + first, ready,
                     sizeof(std::uint16_t) * (left < kNodeBlock ? left : kNodeBlock));
  }
}

template <typename Word>
VectorPasses<Word> all_passes() {
  return {inject<Word>, decide<Word>, move<Word>, find_free<Word>, show_ready<Word>};
}

}  // namespace

VectorPasses<std::uint32_t> passes(std::uint32_t) { return all_passes<std::uint32_t>(); }
VectorPasses<std::uint64_t> passes(std::uint64_t) { return all_passes<std::uint64_t>(); }

}  // namespace wayfarer::wormhole::WAYFARER_SIMD_SET
