#include "family/mway/aged/ages.hpp"

#include <algorithm>

#include "family/mway/config.hpp"

namespace wayfarer::mway {
namespace {

/// Calls action(number) for each bit.
template <typename Action>
void each_bit(unsigned bits, const Action& action) {
  for (; bits != 0; bits &= bits - 1) action(static_cast<unsigned>(__builtin_ctz(bits)));
}

}  // namespace

Ages::Ages(const NetworkConfig& config, const MwayTopology& topology, const Numbers& numbers)
    : numbers_(numbers),
      ways_(topology.ways()),
      router_ways_(topology.processor_way(0)),
      classes_(topology.torus() ? 2 : 1),
      channels_(topology.channels()),
      period_(Cycle{1} << mway_of(config).age_shift),
      limits_(AgeBounds::limits(ways_, mway_of(config).buffers, classes_)),
      bounds_(limits_, 0, 0) {
  reset();
}

void Ages::reset() {
  const std::size_t sets = (std::size_t{channels_} << numbers_.lines) + 1;
  const std::size_t buffers = sets << numbers_.buffer_shift;
  slot_age_.assign(buffers << numbers_.slot_shift, 0);
  waiting_.assign(buffers, {});
  headers_.assign(sets, 0);
  old_.assign(sets, 0);
  was_eligible_.assign(sets, 0);
  level_.assign(channels_, 0);
  old_for_routers_.assign(channels_, 0);
  guarded_.assign(channels_, 0);
  tops_.assign(2 * sets, 0);
  oldest_.assign(2 * sets, 0);
  cycle_ = 0;
  turn_ = 0;
  bounds_ = AgeBounds(limits_, 2 * sets, buffers);
}

unsigned Ages::highest(SetId set, unsigned old) const {
  unsigned level = 0;
  each_bit(old, [&](unsigned number) {
    level = std::max(level, waiting_[numbers_.buffer_of(set, number)].level());
  });
  return level;
}

/// The headers among `old` whose level is at least `low`.
unsigned Ages::of_level(SetId set, unsigned old, unsigned low) const {
  unsigned members = 0;
  each_bit(old, [&](unsigned number) {
    if (waiting_[numbers_.buffer_of(set, number)].level() >= low) members |= 1u << number;
  });
  return members;
}

unsigned Ages::admit(SetId set, unsigned eligible) const {
  const ChannelId channel = numbers_.channel_of(set);
  unsigned may = eligible;
  if (guarded_[channel] != 0) {
    const unsigned asked = headers_[set] & was_eligible_[set];
    may &= ~headers_[set] | (level_[channel] == 0 ? asked : of_level(set, asked, level_[channel]));
  }
  const unsigned old = may & old_[set];
  return old == 0 ? may : of_level(set, old, highest(set, old));
}

unsigned Ages::compete(const Competition& all, const Fronts* fronts) {
  const SetId first = all.channel << numbers_.lines;
  unsigned best = 0;
  unsigned winners = all.requests;
  for (unsigned driver = 0; driver < ways_; ++driver) {
    const SetId set = first | driver;
    const unsigned eligible = lane_of(all.eligible, driver);
    was_eligible_[set] = eligible & fronts[driver >> kLaneShift].header[driver % kLanes];
    const unsigned level = highest(set, eligible & old_[set]);
    if (level > best) winners = 0;
    best = std::max(best, level);
    if (level != 0 && level == best) winners |= 1u << driver;
    if (level == kTop) {
      each_bit(of_level(set, eligible & old_[set], kTop), [&](unsigned number) {
        bounds_.eligible(waiting_[numbers_.buffer_of(set, number)].key);
      });
    }
  }
  level_[all.channel] = best;
  return winners;
}

void Ages::idle(ChannelId channel) {
  const SetId first = channel << numbers_.lines;
  std::fill_n(was_eligible_.begin() + first, ways_, 0u);
  level_[channel] = 0;
}

void Ages::decide() {
  if (cycle_ % 2 == 0) {
    std::transform(old_for_routers_.begin(), old_for_routers_.end(), guarded_.begin(),
                   [](std::uint32_t headers) { return std::uint32_t{headers != 0}; });
    return;
  }
  for (ChannelId channel = 0; channel < channels_; ++channel) {
    const std::uint32_t key = 2 * (channel << numbers_.lines | turn_ / classes_) + turn_ % classes_;
    if (tops_[key] == 0 && oldest_[key] != 0) promote(key);
  }
  turn_ = turn_ + 1 == ways_ * classes_ ? 0 : turn_ + 1;
}

void Ages::promote(std::uint32_t key) {
  const SetId first = (key >> 1) & ~numbers_.driver_mask;
  for (SetId set = first; set < first + ways_; ++set) {
    each_bit(old_[set], [&](unsigned number) {
      Waiting& header = waiting_[numbers_.buffer_of(set, number)];
      if (header.key == key && header.age == kOldest) header.top = 1;
    });
  }
  tops_[key] = oldest_[key];
  bounds_.promoted(key);
}

/// Adds a front header to the counts of its channel, receiver and class, or removes it.
void Ages::count(BufferId buffer, int by) {
  const Waiting& header = waiting_[buffer];
  const SetId set = numbers_.set_of(buffer);
  if (header.level() != 0 && for_router(header)) old_for_routers_[numbers_.channel_of(set)] += by;
  if (header.age == kOldest) oldest_[header.key] += by;
  if (header.top != 0) tops_[header.key] += by;
}

void Ages::leave(BufferId sender) {
  const Waiting& header = waiting_[sender];
  bounds_.enters({sender, header.key, for_router(header), header.age == kOldest, header.top != 0,
                  tops_[header.key] != 0});
  count(sender, -1);
  const SetId set = numbers_.set_of(sender);
  headers_[set] &= ~numbers_.member_of(sender);
  old_[set] &= ~numbers_.member_of(sender);
  waiting_[sender].top = 0;
}

void Ages::wait(BufferId buffer, std::size_t slot, std::uint32_t key) {
  const SetId set = numbers_.set_of(buffer);
  if ((headers_[set] & numbers_.member_of(buffer)) != 0) return;  // known already
  waiting_[buffer] = {slot_age_[slot], 0, key};
  headers_[set] |= numbers_.member_of(buffer);
  if (waiting_[buffer].level() != 0) old_[set] |= numbers_.member_of(buffer);
  if (waiting_[buffer].age == kOldest) bounds_.became_oldest(buffer, key);
  count(buffer, 1);
}

void Ages::tick() {
  bounds_.end_cycle();
  if (++cycle_ % period_ != 0) return;
  for (SetId set = 0; set < headers_.size(); ++set) {
    each_bit(headers_[set], [&](unsigned number) {
      const BufferId buffer = numbers_.buffer_of(set, number);
      Waiting& header = waiting_[buffer];
      if (header.age == kOldest) return;
      count(buffer, -1);
      ++header.age;
      count(buffer, 1);
      if (header.level() != 0) old_[set] |= 1u << number;
      if (header.age == kOldest) bounds_.became_oldest(buffer, header.key);
    });
  }
}

}  // namespace wayfarer::mway
