#include "family/wormhole/vector_memory.hpp"

#include <algorithm>

namespace wayfarer::wormhole {
namespace {

/// Hands out parts of an array, one after the other.
template <typename Element>
class Parts {
 public:
  explicit Parts(std::vector<Element>& whole) : next_(whole.data()) {}
  Element* take(std::size_t count) {
    Element* const part = next_;
    next_ += count;
    return part;
  }

 private:
  Element* next_;
};

}  // namespace

template <typename Word>
VectorMemory<Word>::VectorMemory(const Grid& topology, const LinkFields<Word>& fields,
                                 const VectorSizes& sizes)
    : sizes_(sizes),
      fields_(fields),
      ports_(2 * topology.dimensions()),
      nodes_((topology.nodes() + kNodeBlock - 1) / kNodeBlock * kNodeBlock),
      margin_(nodes_ / topology.extents().back() + kNodeBlock),
      terminals_(topology.nodes()),
      targets_(ends_of(topology, false)),
      feeders_(ends_of(topology, true)) {}

template <typename Word>
typename VectorMemory<Word>::Ends VectorMemory<Word>::ends_of(const Grid& topology,
                                                              bool back) const {
  Ends ends;
  ends.regular.assign(ports_ * nodes_, 0);
  std::ptrdiff_t stride = 1;
  for (unsigned port = 0; port < ports_; ++port) {
    const bool minus = port % 2 != 0;
    ends.offset.push_back(minus != back ? -stride : stride);
    if (minus) stride *= topology.extents()[port / 2];
  }
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (node % kNodeBlock == 0)
      ends.wraps_of.push_back(static_cast<std::uint32_t>(ends.wraps.size()));
    for (unsigned port = 0; port < ports_; ++port) {
      const NodeId end = topology.neighbour(node, port / 2, (port % 2 != 0) != back);
      if (end == node) continue;  // there is no link
      const Word field = ((Word{1} << fields_.length) - 1) << port * fields_.length;
      if (static_cast<std::ptrdiff_t>(end) == static_cast<std::ptrdiff_t>(node) + ends.offset[port])
        ends.regular[port * nodes_ + node] = field;
      else
        ends.wraps.push_back({node, end, field});
    }
  }
  ends.wraps_of.push_back(static_cast<std::uint32_t>(ends.wraps.size()));
  return ends;
}

template <typename Word>
VectorState<Word> VectorMemory<Word>::reset() {
  VectorState<Word> state{fields_};
  state.ports = ports_;
  state.depth = static_cast<std::uint8_t>(sizes_.depth);
  state.nodes = nodes_;
  state.terminals = terminals_;
  state.injection_ports = (Word{1} << sizes_.injection_ports) - 1;
  state.ejection_ports = (Word{1} << sizes_.ejection_ports) - 1;
  state.whole_messages = sizes_.whole_messages;
  state.targets = targets_.view();
  state.feeders = feeders_.view();
  blocks_.assign(nodes_ / kNodeBlock, VectorBlock<Word>{});
  for (VectorBlock<Word>& block : blocks_)
    std::fill_n(block.ejecting, kNodeBlock, static_cast<Word>(~fields_.all));
  state.blocks = blocks_.data();

  const std::size_t shown = nodes_ + 2 * margin_;
  const std::size_t rings = sizes_.credited ? 2 * sizes_.link_registers + 3 : 0;
  words_.assign(3 * shown + rings * nodes_, 0);
  Parts<Word> words(words_);
  for (Word** const part : {&state.sent, &state.closed, &state.credits.fits})
    *part = words.take(shown) + margin_;

  NodeList* const lists[] = {&state.with_injected, &state.with_sent_head, &state.with_sent_tail,
                             &state.with_ended,    &state.with_free,      &state.busy};
  const std::size_t of_list = nodes_ + kNodeBlock;
  lists_.assign(std::size(lists) * of_list, 0);
  Parts<std::uint32_t> entries(lists_);
  for (NodeList* const list : lists) list->nodes = entries.take(of_list);

  state.credits.used = sizes_.credited;
  if (!sizes_.credited) return state;
  state.credits.cycles = sizes_.link_registers;
  state.credits.taken = static_cast<std::uint8_t>(sizes_.depth - sizes_.message_flits);
  credits_.assign(nodes_ * VectorState<Word>::kSlots, RowByte{0});
  state.credits.level = credits_.data();
  state.credits.arriving = words.take((sizes_.link_registers + 1) * nodes_);
  state.credits.returning = words.take((sizes_.link_registers + 2) * nodes_);
  std::fill_n(state.credits.fits, nodes_, static_cast<Word>(~Word{0}));
  return state;
}

template class VectorMemory<std::uint32_t>;
template class VectorMemory<std::uint64_t>;

}  // namespace wayfarer::wormhole
