// Links with registers: what is on the way over them, forward and backward.
#pragma once

#include <cstdint>
#include <vector>

#include "family/wormhole/state.hpp"

namespace wayfarer::wormhole {

/// Flits forward, and credits backward, take as many cycles more as a link has registers. The sender
/// counts the flits of each input buffer that it has no credit for, on the way or in the buffer.
class RegisteredLinks {
 public:
  struct Arrival {
    Site in;
    WormId head;  ///< The worm of a head, else kNone.
    bool tail;
  };

  /// `sites` and `links`: of the network; `buffers`: input buffers behind links.
  RegisteredLinks(unsigned registers, unsigned depth, std::size_t sites, std::size_t links,
                  std::size_t buffers)
      : depth_(depth),
        level_(registers == 0 ? 0 : sites),
        arriving_(registers + 1, CycleList<Arrival>(registers == 0 ? 0 : links)),
        returning_(registers + 1, CycleList<Site>(registers == 0 ? 0 : buffers)) {}

  void reset() {
    level_.assign(level_.size(), 0);
    for (auto& list : arriving_) list.clear();
    for (auto& list : returning_) list.clear();
    now_ = 0;
  }

  [[nodiscard]] bool any() const { return arriving_.size() > 1; }

  /// A flit leaves for an input buffer. Returns whether that was the sender's last credit.
  bool send(Site in, WormId head, bool tail) {
    arriving_[last()].add({in, head, tail});
    return ++level_[in] == depth_;
  }
  /// A flit has left an input buffer.
  void free(Site in) { returning_[last()].add(in); }

  /// The flits at the ends of their links in this cycle.
  [[nodiscard]] const CycleList<Arrival>& arrivals() const { return arriving_[now_]; }

  /// Ends the cycle. Calls open(in) for each input buffer whose sender has a credit again.
  template <typename Open>
  void end_cycle(const Open& open) {
    for (const Site in : returning_[now_])
      if (level_[in]-- == depth_) open(in);
    arriving_[now_].clear();
    returning_[now_].clear();
    now_ = now_ + 1 == arriving_.size() ? 0 : now_ + 1;
  }

 private:
  /// The place in the lists of what leaves in this cycle: it comes round after all others.
  [[nodiscard]] std::size_t last() const { return (now_ == 0 ? arriving_.size() : now_) - 1; }

  const unsigned depth_;
  std::vector<std::uint8_t> level_;  ///< By input site.
  std::vector<CycleList<Arrival>> arriving_;
  std::vector<CycleList<Site>> returning_;
  std::size_t now_ = 0;
};

}  // namespace wayfarer::wormhole
