// Packet exchange in plain C++: the rules of "Chaos" in docs/cut_through.md, for the tests of
// cut_through_exchange, cut_through_matching and cut_through_router.
#pragma once

#include <algorithm>
#include <numeric>

#include "cut_through_reference.hpp"

namespace wayfarer::cut_through_test {

struct ExchangeSizes {
  unsigned links;      ///< Ports.
  unsigned injection;  ///< Ports.
  unsigned ejection;   ///< Ports.
  unsigned frames;
  std::uint64_t exists;  ///< Links that the node has.

  [[nodiscard]] unsigned sources() const { return links + injection; }
  [[nodiscard]] unsigned targets() const { return links + ejection; }
};

/// What decides in a cycle.
struct ExchangeState {
  std::vector<std::uint64_t> requests;  ///< By input buffer, then by frame: of eligible headers.
  std::uint64_t whole = 0;              ///< Input buffers in which a whole message waits.
  std::uint64_t free = 0;               ///< Output buffers.
  std::uint64_t waits = 0;              ///< Frames with a message that waits.
  std::uint64_t room = 0;               ///< Frames with room.
};

class Exchange {
 public:
  explicit Exchange(const ExchangeSizes& sizes) : sizes_(sizes), order_(sizes.frames) {
    std::iota(order_.begin(), order_.end(), 0u);
  }

  [[nodiscard]] bool full(const ExchangeState& state) const {
    return state.waits == (std::uint64_t{1} << sizes_.frames) - 1;
  }
  [[nodiscard]] bool usable(const ExchangeState& state, unsigned out) const {
    if (!has(state.free, out)) return false;
    if (out >= sizes_.links) return true;
    return has(sizes_.exists, out) && !has(state.whole, out ^ 1u);
  }
  /// Whether a message that takes this output buffer is derouted.
  [[nodiscard]] bool deroutes(const ExchangeState& state, unsigned out) const {
    return out < sizes_.links && full(state) && usable(state, out) && !queued(state, out);
  }

  /// By input buffer and frame: the output buffers, then frames, that its message may take.
  [[nodiscard]] std::vector<std::uint64_t> offers(const ExchangeState& state) const {
    std::vector<std::uint64_t> offers(sizes_.sources() + sizes_.frames);
    for (unsigned out = 0; out < sizes_.targets(); ++out) {
      const std::uint64_t bit = std::uint64_t{1} << out;
      if (!usable(state, out)) continue;
      if (queued(state, out)) {
        for (const unsigned frame : order_) {
          if (!has(state.requests[sizes_.sources() + frame], out)) continue;
          offers[sizes_.sources() + frame] |= bit;
          break;
        }
      } else if (deroutes(state, out)) {
        for (unsigned frame = 0; frame < sizes_.frames; ++frame)
          if (state.requests[sizes_.sources() + frame] != 0)
            offers[sizes_.sources() + frame] |= bit;
      } else {
        for (unsigned in = 0; in < sizes_.sources(); ++in)
          if (has(state.requests[in], out)) offers[in] |= bit;
      }
    }
    const int frame = lowest(state.room, sizes_.frames);
    const auto waiting = static_cast<unsigned>(__builtin_popcountll(state.waits));
    for (unsigned in = 0; in < sizes_.sources() && frame != kNone; ++in) {
      bool stalled = has(state.whole, in) && state.requests[in] != 0;
      for (unsigned out = 0; out < sizes_.targets(); ++out)
        if (has(state.requests[in], out) && usable(state, out)) stalled = false;
      const bool exchanges = in < sizes_.links && has(state.free, in ^ 1u);
      if (stalled && (exchanges || waiting + 2 <= sizes_.frames))
        offers[in] |= std::uint64_t{1} << (sizes_.targets() + static_cast<unsigned>(frame));
    }
    return offers;
  }

  /// The message that enters this frame is the youngest.
  void enter(unsigned frame) {
    order_.erase(std::find(order_.begin(), order_.end(), frame));
    order_.push_back(frame);
  }

 private:
  [[nodiscard]] bool queued(const ExchangeState& state, unsigned out) const {
    for (unsigned frame = 0; frame < sizes_.frames; ++frame)
      if (has(state.requests[sizes_.sources() + frame], out)) return true;
    return false;
  }

  ExchangeSizes sizes_;
  std::vector<unsigned> order_;  ///< Frames, the oldest message's first.
};

/// A random state that a node can have: frames that do not wait have no request, a full queue has
/// no room and the way out that packet exchange leaves it.
inline ExchangeState draw_exchange(const ExchangeSizes& sizes, unsigned cycle, Random& random) {
  ExchangeState state;
  const unsigned many = 1 + cycle / 100 % 3;
  state.free = random.bits(sizes.targets(), many, 4);
  state.whole = random.bits(sizes.sources(), 4 - many, 4);
  state.waits = random.bits(sizes.frames, 2 + cycle / 300 % 3, 5);
  state.room = random.bits(sizes.frames, 2, 3) & ~state.waits;
  for (unsigned in = 0; in < sizes.sources() + sizes.frames; ++in) {
    const bool waits = in < sizes.sources() || has(state.waits, in - sizes.sources());
    state.requests.push_back(waits ? random.bits(sizes.targets(), 1, 4) : 0);
  }
  const auto links = static_cast<int>(sizes.links);
  if (state.waits == (std::uint64_t{1} << sizes.frames) - 1) {
    const auto way = static_cast<unsigned>(lowest(sizes.exists, sizes.links));
    if (links > 0) state.free |= std::uint64_t{1} << way;
    state.whole &= ~(std::uint64_t{1} << (way ^ 1u));
  }
  return state;
}

}  // namespace wayfarer::cut_through_test
