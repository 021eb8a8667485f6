#include "events/story.hpp"

#include <algorithm>

namespace wayfarer {

Cycle PacketStory::waited(WaitCause cause, Cycle now) const {
  Cycle cycles = 0;
  for (const WaitPeriod& wait : waits)
    if (wait.cause == cause) cycles += (wait.to == kNever ? now : wait.to) - wait.from;
  return cycles;
}

void StoryTeller::begin(UnitId unit, const UnitInfo& info) {
  if (unit >= units_.size()) units_.resize(unit + 1);
  PacketStory& story = units_[unit].story;
  units_[unit].live = true;
  units_[unit].passed = 0;
  const Front& front = front_[info.source];
  story = {};
  story.info = info;
  story.front = front.message == info.message ? front.cycle : info.birth;
  if (info.packets > 1 && info.packet == 0) missing_[info.message] = info.packets;
}

void StoryTeller::add(const Event& event) {
  switch (event.kind) {
    case EventKind::kBorn:
      front_[event.message->source] = {event.message->message, event.cycle};
      return;
    case EventKind::kInjected: return begin(event.unit, *event.info);
    case EventKind::kDropped: return;
    default: break;
  }
  Told& unit = units_[event.unit];
  PacketStory& story = unit.story;
  switch (event.kind) {
    case EventKind::kHead:
      end_waits(story, event.channel, event.cycle);
      story.hops.push_back({event.channel, event.driver, event.buffer, event.cycle, kNever});
      return;
    case EventKind::kTail:
      for (std::size_t i = unit.passed; i < story.hops.size(); ++i)
        if (Hop& hop = story.hops[i];
            hop.tail == kNever && hop.channel == event.channel && hop.driver == event.driver) {
          hop.tail = event.cycle;
          break;
        }
      while (unit.passed < story.hops.size() && story.hops[unit.passed].tail != kNever)
        ++unit.passed;
      return;
    case EventKind::kBlocked: return wait(story, event);
    case EventKind::kArrived:
      end_waits(story, kNoChannel, event.cycle);
      story.arrivals.push_back({event.terminal, event.cycle, kNever});
      return;
    default: return deliver(story, event);
  }
}

/// The head's movement ends its waiting; of a multicast packet, that of the same branch.
void StoryTeller::end_waits(PacketStory& story, ChannelId channel, Cycle cycle) {
  for (WaitPeriod& wait : story.waits)
    if (wait.to == kNever && (!story.info.multicast || wait.channel == channel)) wait.to = cycle;
}

void StoryTeller::wait(PacketStory& story, const Event& event) {
  end_waits(story, event.channel, event.cycle);
  WaitPeriod& wait = story.waits.emplace_back();
  wait.cause = event.cause;
  wait.driver = event.driver;
  wait.channel = event.channel;
  if (event.holder != kNoUnit) {
    const UnitInfo& holder = units_[event.holder].story.info;
    wait.holder = holder.message;
    wait.holder_packet = holder.packet;
  }
  wait.from = event.cycle;
}

void StoryTeller::deliver(PacketStory& story, const Event& event) {
  for (Arrival& arrival : story.arrivals)
    if (arrival.terminal == event.terminal) arrival.tail = event.cycle;
  if (!event.last) return;
  story.delivered = event.cycle;
  story.completes = true;
  if (story.info.packets > 1) {
    const auto missing = missing_.find(story.info.message);
    story.completes = missing != missing_.end() && --missing->second == 0;
    if (story.completes) missing_.erase(missing);
  }
  units_[event.unit].live = false;
  listener_(story);
}

void StoryTeller::finish() {
  std::vector<const PacketStory*> left;
  for (const Told& unit : units_)
    if (unit.live) left.push_back(&unit.story);
  std::sort(left.begin(), left.end(), [](const PacketStory* a, const PacketStory* b) {
    return std::pair(a->info.message, a->info.packet) < std::pair(b->info.message, b->info.packet);
  });
  for (const PacketStory* story : left) listener_(*story);
}

}  // namespace wayfarer
