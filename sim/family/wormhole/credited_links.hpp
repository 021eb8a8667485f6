// Links whose senders count credits: what is on the way, forward and backward.
#pragma once

#include <cstdint>
#include <vector>

#include "family/wormhole/state.hpp"

namespace wayfarer::wormhole {

/// Flits forward, and credits backward, take as many cycles more as a link has registers. The sender
/// counts the flits of each input buffer for which no credit came in an earlier cycle: those on the
/// way, in the buffer, and whose credit is on its way (rtl/wormhole/wormhole_credit.sv).
class CreditedLinks {
 public:
  struct Arrival {
    Site in;
    WormId head;  ///< The worm of a head, else kNone.
    bool tail;
  };

  /// `sites` and `links`: of the network; `buffers`: input buffers behind links. Links that are not
  /// `used` have no state.
  CreditedLinks(bool used, unsigned registers, unsigned depth, std::size_t sites, std::size_t links,
                std::size_t buffers)
      : used_(used),
        depth_(depth),
        level_(used ? sites : 0),
        arriving_(registers + 1, CycleList<Arrival>(used ? links : 0)),
        returning_(registers + 2, CycleList<Site>(used ? buffers : 0)) {}

  void reset() {
    level_.assign(level_.size(), 0);
    for (auto& list : arriving_) list.clear();
    for (auto& list : returning_) list.clear();
    now_ = 0;
  }

  [[nodiscard]] bool used() const { return used_; }

  /// A flit leaves for an input buffer. Returns whether the sender has no credit for another one.
  bool send(Site in, WormId head, bool tail) {
    arriving_[(now_ + arriving_.size() - 1) % arriving_.size()].add({in, head, tail});
    return ++level_[in] >= depth_;
  }
  /// A flit has left an input buffer.
  void free(Site in) { returning_[(now_ + returning_.size() - 1) % returning_.size()].add(in); }

  /// The flits at the ends of their links in this cycle.
  [[nodiscard]] const CycleList<Arrival>& arrivals() const {
    return arriving_[now_ % arriving_.size()];
  }

  /// Ends the cycle. Calls open(in) for input buffers whose sender has a credit in the next cycle,
  /// and empty(in) for those of whose flits none is without one.
  template <typename Open, typename Empty>
  void end_cycle(const Open& open, const Empty& empty) {
    arriving_[now_ % arriving_.size()].clear();
    CycleList<Site>& counted = returning_[now_ % returning_.size()];
    for (const Site in : counted) {
      if (--level_[in] + 1u == depth_) open(in);
      if (level_[in] == 0) empty(in);
    }
    counted.clear();
    ++now_;
    for (const Site in : returning_[now_ % returning_.size()]) open(in);
  }

 private:
  const bool used_;
  const unsigned depth_;
  std::vector<std::uint8_t> level_;  ///< By input site.
  std::vector<CycleList<Arrival>> arriving_;
  std::vector<CycleList<Site>> returning_;  ///< By the cycle in which a credit is counted.
  std::size_t now_ = 0;
};

}  // namespace wayfarer::wormhole
