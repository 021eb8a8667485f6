// Links whose senders count credits: what is on the way, forward and backward.
#pragma once

#include <cstdint>
#include <vector>

#include "family/wormhole/state.hpp"

namespace wayfarer::wormhole {

/// Flits forward, and credits backward, take as many cycles more as a link has registers. The
/// sender counts the flits of each input buffer for which no credit came in an earlier cycle: those
/// on the way, in the buffer, and whose credit is on its way (rtl/wormhole/wormhole_credit.sv).
class CreditedLinks {
 public:
  struct Arrival {
    Site in;
    WormId head;  ///< The worm of a head, else kNone.
    bool tail;
  };

  /// `room`: flits for which a buffer has room when a message takes it. `sites` and `links`: of the
  /// network; `buffers`: input buffers behind links. Links that are not `used` have no state.
  CreditedLinks(bool used, unsigned registers, unsigned depth, unsigned room, std::size_t sites,
                std::size_t links, std::size_t buffers)
      : used_(used),
        depth_(depth),
        taken_(depth - room),
        level_(used ? sites : 0),
        arriving_(registers + 1, CycleList<Arrival>(used ? links : 0)),
        returning_(registers + 2, CycleList<Site>(used ? buffers : 0)),
        ended_((used ? links : 0) + 1) {}

  void reset() {
    level_.assign(level_.size(), 0);
    for (auto& list : arriving_) list.clear();
    for (auto& list : returning_) list.clear();
    ended_.clear();
    now_ = 0;
  }

  [[nodiscard]] bool used() const { return used_; }

  /// Cycles of a flit to the next router and of its credit back.
  [[nodiscard]] std::size_t round_trip() const { return arriving_.size() + returning_.size(); }

  /// A flit leaves for an input buffer. Returns whether the sender has no credit for another one.
  bool send(Site in, WormId head, bool tail) {
    arriving_[(now_ + arriving_.size() - 1) % arriving_.size()].add({in, head, tail});
    ended_.add_if(tail, in);
    return ++level_[in] >= depth_;
  }
  /// A flit has left an input buffer.
  void free(Site in) { returning_[(now_ + returning_.size() - 1) % returning_.size()].add(in); }

  /// The flits at the ends of their links in this cycle.
  [[nodiscard]] const CycleList<Arrival>& arrivals() const {
    return arriving_[now_ % arriving_.size()];
  }

  /// Ends the cycle. Calls open(in) for input buffers whose sender has a credit in the next cycle,
  /// and fits(in) for those that have room for a message since then, or since a tail was sent.
  template <typename Open, typename Fits>
  void end_cycle(const Open& open, const Fits& fits) {
    arriving_[now_ % arriving_.size()].clear();
    CycleList<Site>& counted = returning_[now_ % returning_.size()];
    for (const Site in : counted) {
      if (--level_[in] + 1u == depth_) open(in);
      if (level_[in] == taken_) fits(in);
    }
    counted.clear();
    for (const Site in : ended_)
      if (level_[in] <= taken_) fits(in);
    ended_.clear();
    ++now_;
    for (const Site in : returning_[now_ % returning_.size()]) open(in);
  }

 private:
  const bool used_;
  const unsigned depth_;
  const unsigned taken_;  ///< Flits without a credit, at most, when a message takes the buffer.
  std::vector<std::uint8_t> level_;  ///< By input site.
  std::vector<CycleList<Arrival>> arriving_;
  std::vector<CycleList<Site>> returning_;  ///< By the cycle in which a credit is counted.
  CycleList<Site> ended_;  ///< Input buffers to which a tail was sent in this cycle.
  std::size_t now_ = 0;
};

}  // namespace wayfarer::wormhole
