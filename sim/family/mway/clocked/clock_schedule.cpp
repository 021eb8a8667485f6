#include "family/mway/clocked/clocks.hpp"

#include <algorithm>

#include "core/random.hpp"
#include "family/mway/config.hpp"

namespace wayfarer {

std::vector<MwayClock> draw_clocks(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  std::vector<MwayClock> clocks(config.topology.nodes());
  const auto channels = static_cast<std::uint32_t>(clocks.size());
  std::vector<bool> slow(channels);
  Random places(router.clock_seed, 0, Purpose::kClock, 1);
  for (unsigned left = router.clock_slow; left > 0;) {
    const std::uint32_t channel = places.below(channels);
    if (!slow[channel]) --left;
    slow[channel] = true;
  }
  for (ChannelId channel = 0; channel < clocks.size(); ++channel) {
    Random random(router.clock_seed, channel, Purpose::kClock, 0);
    MwayClock& clock = clocks[channel];
    clock.period += random.below(kClockTicks * router.clock_spread / 100 + 1);
    if (slow[channel]) clock.period *= 2;
    clock.first = random.below(clock.period * router.clock_skew / 100 + 1) % clock.period;
  }
  return clocks;
}

void ClockSchedule::restart() {
  next_.clear();
  for (const MwayClock& clock : clocks_) next_.push_back(clock.first);
  has_edge_.assign(clocks_.size(), 0);
  edges_.clear();
  edges_.reserve(clocks_.size());
  repeats_ = std::all_of(clocks_.begin(), clocks_.end(),
                         [](const MwayClock& clock) { return clock.period == kClockTicks; });
  find_edges();
}

void ClockSchedule::set_edges(const std::vector<ChannelId>& channels) {
  repeats_ = true;
  has_edge_.assign(clocks_.size(), 0);
  edges_.clear();
  for (const ChannelId channel : channels) has_edge_[channel] = 1;
  for (ChannelId channel = 0; channel < clocks_.size(); ++channel)
    if (has_edge_[channel] != 0) edges_.push_back({0, channel});
}

void ClockSchedule::find_edges() {
  edges_.clear();
  for (ChannelId channel = 0; channel < next_.size(); ++channel) {
    has_edge_[channel] = next_[channel] < kClockTicks ? 1 : 0;
    if (has_edge_[channel] != 0) edges_.push_back({next_[channel], channel});
  }
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) {
    return a.time != b.time ? a.time < b.time : a.channel < b.channel;
  });
}

void ClockSchedule::advance() {
  if (repeats_) return;
  for (ChannelId channel = 0; channel < next_.size(); ++channel)
    next_[channel] += (has_edge_[channel] != 0 ? clocks_[channel].period : 0) - kClockTicks;
  find_edges();
}

}  // namespace wayfarer
