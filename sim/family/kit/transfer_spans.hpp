// The flits of messages that move one over a channel in each cycle, from header to tail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace wayfarer::kit {

/// A channel carries one message at a time. Nothing is done for a body flit: they are counted when
/// the tail crosses, or when somebody asks.
class TransferSpans {
 public:
  void reset(std::size_t channels) {
    uncounted_.assign(channels, kNever);
    active_ = 0;
  }
  /// Messages that cross a channel.
  [[nodiscard]] std::size_t active() const { return active_; }

  /// The header crosses in this cycle.
  void begin(ChannelId channel, Cycle now) {
    uncounted_[channel] = now;
    ++active_;
  }
  /// The tail crosses in this cycle. Returns the flits that have not been counted.
  std::uint64_t end(ChannelId channel, Cycle now) {
    const std::uint64_t flits = now + 1 - uncounted_[channel];
    uncounted_[channel] = kNever;
    --active_;
    return flits;
  }
  /// Calls count(channel, flits) with what crossed before this cycle and has not been counted.
  template <typename Count>
  void settle(Cycle now, const Count& count) {
    for (ChannelId channel = 0; channel < uncounted_.size(); ++channel) {
      if (uncounted_[channel] == kNever) continue;
      count(channel, now - uncounted_[channel]);
      uncounted_[channel] = now;
    }
  }

 private:
  std::vector<Cycle> uncounted_;  ///< By channel: the first cycle that is not counted.
  std::size_t active_ = 0;
};

}  // namespace wayfarer::kit
