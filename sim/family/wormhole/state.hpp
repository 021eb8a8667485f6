// Flat state of the cycle model of wormhole routers. Numbering at a node:
//   port     2 * dimension + minus: a link out of the node, and the link into it in that direction
//   in       port * virtual channels + channel: an input buffer; injection ports follow
//   out      port * virtual channels + channel: an output buffer; ejection ports follow
// A link joins `out` of a node with the `in` of the same number of its neighbour.
//
// A set of a node's buffers is a word with one bit per buffer, and the words of all nodes are
// adjacent in memory: the nodes decide by arithmetic on words, several nodes per instruction
// (grants.hpp). A buffer of any node is a site: the number of its bit in the array of words.
//
// Between injection and delivery a flit is one unit of a count and two bits, head and tail. Its
// contents (message and index) stay in a list of its worm.
#pragma once

#include <cstdint>
#include <vector>

#include "core/flit.hpp"
#include "family/kit/cycle_list.hpp"
#include "family/kit/injection_guard.hpp"
#include "family/kit/mask.hpp"
#include "family/wormhole/worms.hpp"

namespace wayfarer::wormhole {

using kit::bit;
using kit::CycleList;
using kit::first_after;
using kit::FlitInfo;
using kit::InjectionGuard;
using kit::lowest_bit;
using kit::Mask;

using Site = std::uint32_t;  ///< node * bits of a word + in (or out)

// Byte-sized numbers are enums: a store through a character type may alias anything, so that the
// compiler would have to reload all state after it.

/// Head and tail of a flit.
enum class FlitKind : std::uint8_t { kBody, kHead, kTail, kBoth };

constexpr FlitKind flit_kind(bool head, bool tail) {
  return static_cast<FlitKind>((head ? 1 : 0) + (tail ? 2 : 0));
}
constexpr bool is_head(FlitKind kind) { return (static_cast<unsigned>(kind) & 1) != 0; }
constexpr bool is_tail(FlitKind kind) { return static_cast<unsigned>(kind) / 2 != 0; }
constexpr Tag tag_of(FlitKind kind) { return make_tag(is_head(kind), is_tail(kind)); }

/// The number of a buffer at its node, and a flag.
enum class Slot : std::uint8_t {};

constexpr unsigned kSlotFlag = 0x80;
constexpr Slot slot(unsigned number) { return static_cast<Slot>(number); }
constexpr Slot flagged_slot(unsigned number) { return static_cast<Slot>(number + kSlotFlag); }
constexpr unsigned number_of(Slot slot) { return static_cast<unsigned>(slot) % kSlotFlag; }
constexpr bool flagged(Slot slot) { return static_cast<unsigned>(slot) / kSlotFlag != 0; }
constexpr Slot unflagged(Slot value) { return slot(number_of(value)); }
constexpr Slot kNoSlot = flagged_slot(0);

/// The worms whose heads wait in an input buffer, linked by Worm::next.
struct Heads {
  WormId front = kNone;
  WormId back = kNone;
};

/// The flits in an input buffer: their tail bits, the front one lowest, below a one. `Bits` has
/// more bits than the buffer has places.
template <typename Bits>
class Contents {
 public:
  [[nodiscard]] bool empty() const { return bits_ == 1; }
  [[nodiscard]] bool full(unsigned depth) const { return (bits_ >> depth) != 0; }
  [[nodiscard]] bool front_tail() const { return (bits_ & 1) != 0; }
  void pop() { bits_ = static_cast<Bits>(bits_ >> 1); }
  /// The one moves up, over the new flit's bit.
  void push(bool tail) { bits_ = static_cast<Bits>(bits_ + (highest() << (tail ? 1 : 0))); }

 private:
  [[nodiscard]] Bits highest() const {
    if constexpr (sizeof(Bits) > sizeof(std::uint64_t)) {
      const auto high = static_cast<std::uint64_t>(bits_ >> 64);
      if (high != 0) return Bits{1} << (127 ^ __builtin_clzll(high));
    }
    return static_cast<Bits>(Bits{1} << (63 ^ __builtin_clzll(static_cast<std::uint64_t>(bits_))));
  }

  Bits bits_ = 1;
};

/// The input buffer and the output buffer (or ejection port) with the same number.
template <typename Bits>
struct Buffers {
  Contents<Bits> contents;  ///< Contents of the input buffer.
  Slot out = kNoSlot;       ///< The output buffer connected to the input buffer; flagged: none.
  Slot in{};                ///< The input buffer connected to the output buffer last; flagged: the
                            ///< next flit is a head.
};

/// By node.
template <typename Word>
struct NodeWords {
  std::vector<Word> wanted;  ///< Output buffers that some header waits for.
  std::vector<Word> owned;   ///< Output buffers with a worm connected to them.
  std::vector<Word> fed;     ///< Those whose worm has a flit in its input buffer.
  std::vector<Word> held;    ///< Output buffers with a flit.
  std::vector<Word> open;    ///< Those whose next input buffer has room.
  std::vector<Word> vacant;  ///< Buffers that a new message may take.
  std::vector<Word> behind;  ///< Per link, the virtual channels above the one served last.

  // The decisions of a cycle.
  std::vector<Word> sent;      ///< Output buffers whose flit, held or passing, goes over the link.
  std::vector<Word> released;  ///< The buffers in `sent` that held the flit.
  std::vector<Word> stopped;   ///< Buffers that a flit crosses to, and ejection ports.

  explicit NodeWords(std::size_t nodes) {
    for (auto* words : {&wanted, &owned, &fed, &held, &behind, &sent, &released, &stopped})
      words->assign(nodes, 0);
    for (auto* words : {&open, &vacant}) words->assign(nodes, static_cast<Word>(~Word{0}));
  }
};

/// An injection port.
struct InjectionPort {
  InjectionGuard guard;
  WormId worm = kNone;
};

}  // namespace wayfarer::wormhole
