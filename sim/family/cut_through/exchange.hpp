// Which message may take which buffer at a node with chaotic routing: rules 5 and 6 of "Chaos" in
// docs/cut_through.md. Packet exchange: an output frame is filled only while a message could come
// in over the same channel, and the message that makes room for it may take the queue's last frame.
#pragma once

#include <algorithm>
#include <vector>

#include "family/cut_through/config.hpp"
#include "family/cut_through/routing.hpp"
#include "family/cut_through/state.hpp"

namespace wayfarer::cut_through {

class Exchange {
 public:
  explicit Exchange(const NetworkConfig& config) : Exchange(config, CutThroughRouting(config)) {}

  void reset() { entered_.assign(links_.size() * frames_, 0); }

  /// Whether no frame of the queue has room, now or soon: then no message may enter the node.
  [[nodiscard]] bool full(const Node& state) const {
    return frames_ != 0 && state.waiting == queue_;
  }

  /// Notes that a message is connected to a frame, `out`, in this cycle.
  void enter(NodeId node, unsigned out, Cycle now) {
    entered_[node * frames_ + out - first_out_] = now;
  }
  [[nodiscard]] bool is_frame(unsigned out) const { return frames_ != 0 && out >= first_out_; }
  [[nodiscard]] unsigned in_of(unsigned frame_out) const {
    return frame_out - first_out_ + first_in_;
  }
  [[nodiscard]] bool is_frame_in(unsigned in) const { return (queue_ & bit(in)) != 0; }
  [[nodiscard]] unsigned out_of(unsigned frame_in) const {
    return frame_in - first_in_ + first_out_;
  }

  /// By input buffer, the output buffers that an eligible message may take in this cycle; the
  /// choices are those of minimal routes, and `free` the free output buffers.
  const Mask* offers(NodeId node, const Node& state, const Mask* choices, Mask free) {
    const Mask eligible = state.eligible & ~state.leaving;
    const Mask queued = eligible & queue_;
    const bool is_full = full(state);
    const Mask usable = usable_outputs(node, state, free);
    std::fill(offers_.begin(), offers_.end(), 0);
    Mask left_over = usable;
    for (Mask outs = usable; outs != 0; outs &= outs - 1) {
      const Mask out = outs & -outs;
      if (const Mask oldest = oldest_taker(node, queued, choices, out)) {
        offers_[lowest_bit(oldest)] |= out;
        left_over &= ~out;
      } else if (is_full && (out & links_[node]) != 0) {
        for (Mask any = queued; any != 0; any &= any - 1) offers_[lowest_bit(any)] |= out;
        left_over &= ~out;
      }
    }
    const bool spare = static_cast<unsigned>(__builtin_popcountll(state.waiting)) + 1 < frames_;
    const Mask frames = free & ((bit(frames_) - 1) << first_out_);
    for (Mask ins = eligible & ~queue_; ins != 0; ins &= ins - 1) {
      const unsigned in = lowest_bit(ins);
      offers_[in] = choices[in] & left_over;
      const bool exchanges = (links_[node] & free & bit(in ^ 1u)) != 0;
      if ((state.whole & bit(in)) != 0 && (choices[in] & usable) == 0 && (spare || exchanges))
        offers_[in] |= frames & -frames;
    }
    return offers_.data();
  }

 private:
  Exchange(const NetworkConfig& config, const CutThroughRouting& routing)
      : frames_(cut_through_of(config).queue),
        first_in_(routing.link_buffers() + mesh_of(config).injection_ports),
        first_out_(routing.link_buffers() + mesh_of(config).ejection_ports),
        ports_(bit(routing.link_buffers()) - 1),
        ejection_((bit(first_out_) - 1) & ~ports_),
        queue_((bit(frames_) - 1) << first_in_),
        offers_(first_in_ + frames_) {
    for (NodeId node = 0; node < routing.topology().nodes(); ++node)
      links_.push_back(routing.links(node));
    reset();
  }

  /// Free ejection ports, and free output frames whose channel's input frame holds no message that
  /// waits. The channel of output frame p brings messages into input frame p ^ 1.
  [[nodiscard]] Mask usable_outputs(NodeId node, const Node& state, Mask free) const {
    constexpr Mask kEven = 0x5555'5555'5555'5555;
    const Mask waits = state.whole & ports_;
    const Mask opposite = (waits & kEven) << 1 | (waits >> 1 & kEven);
    return free & ~opposite & (links_[node] | ejection_);
  }

  Mask oldest_taker(NodeId node, Mask queued, const Mask* choices, Mask out) const {
    Mask oldest = 0;
    Cycle first = kNever;
    for (Mask left = queued; left != 0; left &= left - 1) {
      const unsigned in = lowest_bit(left);
      const Cycle entered = entered_[node * frames_ + in - first_in_];
      if ((choices[in] & out) == 0 || entered >= first) continue;
      first = entered;
      oldest = left & -left;
    }
    return oldest;
  }

  unsigned frames_;
  unsigned first_in_;           ///< The first frame's number among the input buffers,
  unsigned first_out_;          ///< and among the output buffers.
  Mask ports_;                  ///< The buffers of links, on either side.
  Mask ejection_;               ///< The ejection ports.
  Mask queue_;                  ///< The frames, as input buffers.
  std::vector<Mask> links_;     ///< By node: output frames of links that it has.
  std::vector<Cycle> entered_;  ///< By node and frame: when its message was connected to it.
  std::vector<Mask> offers_;    ///< By input buffer.
};

}  // namespace wayfarer::cut_through
