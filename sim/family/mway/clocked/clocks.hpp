// The clocks of the channels, of a clocked network: when each has its edges, for model and
// verilated network alike.
//
// A step of the network lasts a period of the fastest clock, kClockTicks. In it a channel has one
// edge, or none if its clock is slower. Edges of several channels in the same instant are
// simultaneous: each sees the others' state from before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "config/config.hpp"
#include "core/clock_edges.hpp"
#include "core/lockstep.hpp"
#include "core/types.hpp"

namespace wayfarer {

constexpr std::uint32_t kClockTicks = 1000;  ///< Ticks per step.

struct MwayClock {
  std::uint32_t period = kClockTicks;  ///< In ticks, at least kClockTicks.
  std::uint32_t first = 0;             ///< The first edge, in ticks after the reset; below period.
};

/// The clocks of a configuration: periods from kClockTicks up to `clock_spread` percent more, those
/// of `clock_slow` channels twice that, and first edges within `clock_skew` percent of the period.
/// The seed draws them.
[[nodiscard]] std::vector<MwayClock> draw_clocks(const NetworkConfig& config);

/// The edges of all channels, step by step.
class ClockSchedule {
 public:
  struct Edge {
    std::uint32_t time;  ///< In the step.
    ChannelId channel;
  };

  /// All clocks equal.
  explicit ClockSchedule(std::uint32_t channels) : clocks_(channels) { restart(); }

  void set_clocks(std::vector<MwayClock> clocks) {
    clocks_ = std::move(clocks);
    restart();
  }
  /// The coming step has these edges, at the same instant, and so have all others up to the next
  /// call or restart: for a bench that has clocks of its own.
  void set_edges(const std::vector<ChannelId>& channels);
  void restart();

  /// Edges of the next step, ordered by time, then by channel.
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] bool has_edge(ChannelId channel) const { return has_edge_[channel] != 0; }
  /// The step is over.
  void advance();

  /// Calls `action(first, end)` for the edges of each instant.
  template <typename Action>
  void each_instant(const Action& action) const {
    const Edge* const end = edges_.data() + edges_.size();
    for (const Edge* first = edges_.data(); first != end;) {
      const Edge* last = first;
      while (last != end && last->time == first->time) ++last;
      action(first, last);
      first = last;
    }
  }

 private:
  void find_edges();

  std::vector<MwayClock> clocks_;
  std::vector<std::uint32_t> next_;  ///< By channel, the next edge, in ticks from the coming step.
  std::vector<Edge> edges_;
  std::vector<std::uint8_t> has_edge_;
  bool repeats_ = true;  ///< All steps have the same edges.
};

/// The clocks of a network: a control port.
class MwayClocks : public ClockEdges {
 public:
  /// From now on, as after a reset: one for each channel; valid until the next call, resets
  /// included.
  void set_clocks(std::vector<MwayClock> clocks) {
    clocks_ = std::move(clocks);
    use(clocks_);
  }
  [[nodiscard]] const std::vector<MwayClock>& clocks() const { return clocks_; }

 private:
  virtual void use(const std::vector<MwayClock>& clocks) = 0;

  std::vector<MwayClock> clocks_;
};

/// Registers of a verilated network's adapter, one of each for each channel.
enum class ClockRegister : std::uint32_t { kPeriod, kFirst, kEdge };

/// Attaches an MwayClocks that writes them, and sets the clocks of the configuration.
void attach_clocks(Network& rtl, const NetworkConfig& config);
/// Attaches an MwayClocks for both engines.
void attach_clocks_in_lockstep(LockstepNetwork& network);

}  // namespace wayfarer
