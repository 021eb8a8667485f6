// The vector form of the wormhole model: state and decisions of a cycle in blocks of nodes, as
// arrays of words, one a node, and of rows of bytes, one byte for each bit of a word. Bits are
// numbered as in state.hpp. docs/models.md has an example.
//
// Plain structures, because the passes are compiled for several instruction sets (kit/lanes.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "family/wormhole/grants.hpp"

namespace wayfarer::wormhole {

constexpr std::size_t kNodeBlock = 16;  ///< Nodes that are decided together, or skipped if idle.
constexpr unsigned kPlanes = 8;         ///< Counts of `sent` are less than 2^kPlanes.

template <typename Word>
using BlockWords = Word[kNodeBlock];
/// An element of a row. A store through a character type may alias anything, so that the compiler
/// would have to reload all pointers after it.
enum class RowByte : std::uint8_t {};
template <typename Word>
using BlockRows = RowByte[kNodeBlock][8 * sizeof(Word)];

/// Rows that take bits of a word: a byte takes the bit that it was set to, or none. The bit's
/// number is kept as the byte of the word and a mask, as byte shuffles need it.
template <typename Word>
struct Picks {
  BlockRows<Word> byte;
  BlockRows<Word> mask;

  void set(std::size_t lane, unsigned at, unsigned bit) {
    byte[lane][at] = static_cast<RowByte>(bit / 8);
    mask[lane][at] = static_cast<RowByte>(1u << bit % 8);
  }
  void clear(std::size_t lane, unsigned at) { mask[lane][at] = RowByte{0}; }
};

template <typename Word>
struct alignas(64) VectorBlock {
  // Sets of a node's input buffers:
  BlockWords<Word> nonempty;
  BlockWords<Word> feeding;  ///< Those of injection that have a message of the message port.
  // And sets of its output buffers:
  BlockWords<Word> ejecting;   ///< Ejection ports that are not stalled.
  BlockWords<Word> held;       ///< Those with a flit,
  BlockWords<Word> held_head;  ///< with a head,
  BlockWords<Word> held_tail;  ///< with a tail.
  BlockWords<Word> behind;     ///< See grant.
  BlockWords<Word> first;      ///< Those whose next flit is a head.
  BlockWords<Word> owned;      ///< Those with a worm connected to them.
  BlockWords<Word> wanted;     ///< Those that some header waits for.

  // The decisions of a cycle. Output buffers:
  BlockWords<Word> fed;         ///< See grant; likewise
  BlockWords<Word> released;    ///< this,
  BlockWords<Word> stopped;     ///< and this.
  BlockWords<Word> crossed;     ///< Those that a flit crosses to, or passes through.
  BlockWords<Word> heads;       ///< Those that a head crosses to.
  BlockWords<Word> sent_heads;  ///< Those that send a head,
  BlockWords<Word> sent_tails;  ///< or a tail that they held.
  BlockWords<Word> free;        ///< Those that are wanted, and that a header may have.
  // Input buffers:
  BlockWords<Word> popped;    ///< Those that a flit leaves.
  BlockWords<Word> ended;     ///< Those that a tail leaves.
  BlockWords<Word> injected;  ///< Those that get a flit by injection,
  BlockWords<Word> entered;   ///< by injection or over a link.

  BlockWords<Word> planes[kPlanes];  ///< Counts of flits sent, by bit.

  BlockRows<Word> level;       ///< By input buffer: flits in it.
  BlockRows<Word> until_tail;  ///< Flits up to its first tail, with it; 0: none is there.
  Picks<Word> output_of;       ///< By input buffer: the output buffer connected to it.
  Picks<Word> input_of;        ///< By output buffer: the input buffer connected to it.

  bool idle;  ///< Nothing is in it, and its decisions are 0 already.
};

/// Nodes in ascending order.
struct NodeList {
  std::uint32_t* nodes = {};
  std::size_t count = {};

  [[nodiscard]] const std::uint32_t* begin() const { return nodes; }
  [[nodiscard]] const std::uint32_t* end() const { return nodes + count; }
};

/// The other ends of links. At almost all nodes the end of a link is as many nodes further on as in
/// all others of that port; the wraps of a torus are listed.
template <typename Word>
struct LinkEnds {
  struct Wrap {
    std::uint32_t node;
    std::uint32_t end;
    Word field;
  };

  const std::ptrdiff_t* offset = {};   ///< By port, in nodes.
  const Word* regular = {};            ///< By port * nodes + node: the link's bits, or 0.
  const Wrap* wraps = {};              ///< In ascending order of nodes.
  const std::uint32_t* wraps_of = {};  ///< By block: its first wrap; and the number of all.
};

/// Flits on the registers of links, and credits on their way back (CreditedLinks).
template <typename Word>
struct CreditState {
  bool used = {};
  std::uint8_t taken = {};  ///< Flits without a credit, at most, when a message takes a buffer.
  std::size_t cycles = {};  ///< Of a flit on a link's registers.
  std::size_t now = {};     ///< The cycle's number.
  RowByte* level = {};      ///< By input buffer: flits for which no credit has come.
  Word* arriving = {};  ///< Input buffers that a flit comes to, by cycle (mod cycles + 1) and node.
  Word* returning = {};  ///< Those whose credit is counted, by cycle (mod cycles + 2) and node.
  Word* fits = {};       ///< By node: output buffers with room for a message in the next buffer.
};

template <typename Word>
struct VectorState {
  static constexpr unsigned kSlots = 8 * sizeof(Word);

  LinkFields<Word> fields;
  unsigned ports = {};  ///< Links out of a node.
  std::uint8_t depth = {};
  std::size_t nodes = {};      ///< Rounded up to whole blocks.
  std::size_t terminals = {};  ///< The nodes that there are.
  Word injection_ports = {};   ///< As many ones as there are; likewise:
  Word ejection_ports = {};
  bool whole_messages = {};
  bool counting = {};  ///< Adds what is sent to VectorBlock::planes.

  LinkEnds<Word> targets = {};  ///< The nodes at the ends of the links out of a node.
  LinkEnds<Word> feeders = {};  ///< The nodes whose links of that port end at a node.

  VectorBlock<Word>* blocks = {};
  // What a node shows to others, by node; with words of 0 before the first and after the last one.
  Word* sent = {};    ///< Output buffers that send a flit: see grant.
  Word* closed = {};  ///< Input buffers to which no flit may be sent in the next cycle.

  // Nodes at which the word of that name is not 0.
  NodeList with_injected = {};
  NodeList with_sent_head = {};
  NodeList with_sent_tail = {};
  NodeList with_ended = {};
  NodeList with_free = {};
  NodeList busy = {};  ///< Scratch of a pass: the numbers of 64 bytes in the rows.

  std::size_t ejected_flits = {};  ///< To terminals, in this cycle.
  std::uint16_t* ready = {};       ///< By terminal: injection ports that take a flit, or a header.

  CreditState<Word> credits = {};

  [[nodiscard]] VectorBlock<Word>& block_of(std::size_t node) const {
    return blocks[node / kNodeBlock];
  }
};

/// The passes over all nodes, compiled for one instruction set.
template <typename Word>
struct VectorPasses {
  /// With the message port: every message on an injection port sends a flit if it has room.
  void (*inject)(VectorState<Word>&);
  /// Decides from the state at the start of the cycle.
  void (*decide)(VectorState<Word>&);
  /// Flits leave and enter input buffers.
  void (*move)(VectorState<Word>&);
  /// After the events of heads and tails: the outputs that headers may get.
  void (*find_free)(VectorState<Word>&);
  /// At the end: the injection ports that are ready.
  void (*show_ready)(VectorState<Word>&);
};

}  // namespace wayfarer::wormhole
