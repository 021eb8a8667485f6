// Anti-starvation of the m-way model: the ages of headers and what they decide (docs/mway-aged.md).
// A model has a class with these functions: NoAges, the paper's router, or Ages.
#pragma once

#include <vector>

#include "config/config.hpp"
#include "family/mway/aged/age_bounds.hpp"
#include "family/mway/state.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer::mway {

/// A set with its eligible buffers takes part in an arbitration.
struct Competition {
  ChannelId channel = 0;
  const Lanes* eligible = nullptr;  ///< By driver.
  unsigned requests = 0;            ///< One bit for each driver with an eligible buffer.
};

/// Figure 4: priority (Drv - i) is highest for the driver just after Drv, zero for Drv itself.
inline unsigned next_on_ring(unsigned driver, unsigned requests) {
  const unsigned after = requests & (~1u << driver);
  return static_cast<unsigned>(__builtin_ctz(after != 0 ? after : requests));
}

/// The paper's router: every request is equal, and a set may send all that is eligible.
struct NoAges {
  static constexpr bool kTimeless = true;  ///< Nothing changes while no header waits.
  static unsigned next_driver(unsigned driver, unsigned requests) {
    return next_on_ring(driver, requests);
  }
  NoAges(const NetworkConfig&, const MwayTopology&, const Numbers&) {}
  void reset() {}
  [[nodiscard]] unsigned admit(SetId, unsigned eligible) const { return eligible; }
  [[nodiscard]] unsigned compete(const Competition& all, const Fronts*) { return all.requests; }
  void idle(ChannelId) {}
  void decide() {}
  void leave(BufferId) {}
  void carry(BufferId, std::size_t) {}
  void start(std::size_t) {}
  void wait(BufferId, std::size_t, std::uint32_t) {}
  void tick() {}
};

/// NoAges with the members of a channel in another order on the ring.
struct ReorderedRing : NoAges {
  ReorderedRing(const NetworkConfig& config, const MwayTopology& topology, const Numbers& numbers,
                const std::vector<unsigned>& members)
      : NoAges(config, topology, numbers), order(members) {}

  [[nodiscard]] unsigned next_driver(unsigned driver, unsigned requests) const {
    std::size_t place = 0;
    while (order[place] != driver) ++place;
    do place = place + 1 == order.size() ? 0 : place + 1;
    while ((requests >> order[place] & 1) == 0);
    return order[place];
  }

  std::vector<unsigned> order;
};

/// Three upper priority lines and the Wait line. In each cycle: `admit` and `compete` for every
/// channel with a request, `idle` for the other active ones; `decide`; `leave`, and `carry` to the
/// next buffer, for headers that leave; `tick`; `wait` for headers that have come to the front.
class Ages {
 public:
  static constexpr bool kTimeless = false;
  Ages(const NetworkConfig& config, const MwayTopology& topology, const Numbers& numbers);
  void reset();
  static unsigned next_driver(unsigned driver, unsigned requests) {
    return next_on_ring(driver, requests);
  }

  /// The driver's eligible buffers that may send: those of the highest level, without the
  /// headers that an older one holds back.
  [[nodiscard]] unsigned admit(SetId set, unsigned eligible) const;

  /// The drivers that request with the highest level. Registers that level and EligQ, which the
  /// next cycle's `admit` reads.
  [[nodiscard]] unsigned compete(const Competition& all, const Fronts* fronts);

  /// The same for a channel without requests.
  void idle(ChannelId channel);

  /// The Wait lines: OldQ in even cycles; in odd ones the turn's promotion to Top.
  void decide();

  /// A header leaves the buffer; its age goes on to that slot.
  void leave(BufferId sender);
  void carry(BufferId sender, std::size_t slot) { slot_age_[slot] = waiting_[sender].age; }

  /// A header is injected into the slot, of age 0.
  void start(std::size_t slot) { slot_age_[slot] = 0; }

  /// The header of that slot has come to the front of its buffer and wants a receiver and class.
  void wait(BufferId buffer, std::size_t slot, std::uint32_t key);

  /// The clock of ages.
  void tick();

 private:
  static constexpr unsigned kTop = 7;     ///< The level of a promoted header.
  static constexpr unsigned kOldest = 7;  ///< Ages saturate.

  /// A header at the front of a buffer; afterwards its age remains for `carry`.
  struct Waiting {
    std::uint32_t age = 0;
    std::uint32_t top = 0;
    std::uint32_t key = 0;  ///< Receiver and class.

    [[nodiscard]] unsigned level() const {
      return top != 0 ? kTop : age < 2 ? 0 : age < kOldest ? age - 1 : kOldest - 2;
    }
  };

  [[nodiscard]] unsigned highest(SetId set, unsigned old) const;
  [[nodiscard]] unsigned of_level(SetId set, unsigned old, unsigned low) const;
  [[nodiscard]] bool for_router(const Waiting& header) const {
    return ((header.key >> 1) & numbers_.driver_mask) < router_ways_;
  }
  void count(BufferId buffer, int by);
  void promote(std::uint32_t key);

  const Numbers numbers_;
  const unsigned ways_;
  const unsigned router_ways_;
  const unsigned classes_;
  const ChannelId channels_;
  const Cycle period_;  ///< Period of the age clock, in cycles.

  std::vector<std::uint32_t> slot_age_;         ///< Ages of the headers in slots.
  std::vector<Waiting> waiting_;                ///< By buffer.
  std::vector<std::uint32_t> headers_;          ///< By set: buffers with a header at the front,
  std::vector<std::uint32_t> old_;              ///< those of them whose level is not 0,
  std::vector<std::uint32_t> was_eligible_;     ///< EligQ.
  std::vector<std::uint32_t> level_;            ///< Gq, by channel.
  std::vector<std::uint32_t> old_for_routers_;  ///< By channel: headers of a level above 0.
  std::vector<std::uint32_t> guarded_;          ///< OldQ, by channel.
  std::vector<std::uint32_t> tops_;             ///< By receiver and class.
  std::vector<std::uint32_t> oldest_;           ///< The same: headers of age 7, Top or not.
  Cycle cycle_ = 0;
  unsigned turn_ = 0;
  const AgeBounds::Limits limits_;
  AgeBounds bounds_;
};

}  // namespace wayfarer::mway
