// Finds the cause of a head's wait when the head has not moved in time, and again when the cause
// has changed.
#include "events/recorder.hpp"

namespace wayfarer {

void EventRecorder::find_blocked() {
  update_waits();
  check_due();
}

/// Heads that should have moved by now.
void EventRecorder::check_due() {
  std::vector<Due>& due = due_[now_ % kRing];
  for (const Due& each : due) {
    const Unit& unit = units_[each.unit];
    if (unit.moves != each.moves || unit.wait.blocked) continue;
    waiting_.push_back(each);
    update(each.unit, place_of(unit), units_[each.unit].wait, kNoChannel, false);
    if (!units_[each.unit].wait.blocked) waiting_.pop_back();
  }
  due.clear();
}

void EventRecorder::update_waits() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Due each = waiting_[i];
    Unit& unit = units_[each.unit];
    if (unit.moves != each.moves) continue;
    waiting_[kept++] = each;
    if (!still_holds(unit, unit.wait))
      update(each.unit, place_of(unit), unit.wait, kNoChannel, false);
  }
  waiting_.resize(kept);
  for (const UnitId id : multicast_) {
    Unit& unit = units_[id];
    for (Branch& branch : unit.branches) {
      const unsigned free = branch.place.channel == kNoChannel ? timing_.first
                            : branch.to == kNoChannel          ? timing_.ejection
                                                               : timing_.hop;
      if (now_ - branch.since < free) continue;
      if (branch.wait.blocked && still_holds(unit, branch.wait)) continue;
      update(id, branch.place, branch.wait, branch.to, true);
    }
  }
}

/// Finds the reason again, and shows it if it has changed.
void EventRecorder::update(UnitId id, const HeadPlace& place, Wait& wait, ChannelId branch,
                           bool is_branch) {
  Wait found;
  next_.clear();
  const NextStep step = paths_.next(place, next_);
  if (step == NextStep::kDelivered) return;
  const Unit& unit = units_[id];
  if (step == NextStep::kEjection && !is_branch && place.channel != kNoChannel &&
      now_ - unit.head_cycle < timing_.ejection) {
    watch(id, static_cast<unsigned>(timing_.ejection - (now_ - unit.head_cycle)));
    return;
  }
  const UnitId ahead = unit.ahead;
  if (!is_branch && ahead != kNoUnit && units_[ahead].live &&
      units_[ahead].serial == unit.ahead_serial &&
      units_[ahead].tail_channel == (place.channel == kNoChannel ? kAtSource : place.channel)) {
    hold(found, WaitCause::kBehind, ahead);
    found.channel = place.channel;
    found.driver = static_cast<std::uint8_t>(place.channel == kNoChannel ? 0 : place.driver);
  } else if (step == NextStep::kEjection || (is_branch && branch == kNoChannel)) {
    found = wait_for_terminal(id);
  } else {
    bool any = false;
    for (const NextChannel& way : next_) {
      if (is_branch && way.channel != branch) continue;
      const Wait one = wait_for(id, way);
      if (!any || (found.cause == WaitCause::kVc && one.cause != WaitCause::kVc)) found = one;
      any = true;
    }
  }
  if (wait.blocked && wait.same(found)) return;
  found.blocked = true;
  found.since = now_;
  wait = found;
  Event event;
  event.kind = EventKind::kBlocked;
  event.cycle = now_;
  event.unit = id;
  event.cause = found.cause;
  event.channel = found.channel;
  event.driver = found.driver;
  event.holder = found.holder;
  emit(event);
}

void EventRecorder::hold(Wait& wait, WaitCause cause, UnitId holder) const {
  wait.cause = cause;
  wait.holder = holder;
  wait.holder_serial = holder == kNoUnit ? 0 : units_[holder].serial;
}

/// Whether the holder still holds what a head waits for.
bool EventRecorder::still_holds(const Unit& unit, const Wait& wait) const {
  if (wait.holder == kNoUnit) return false;
  const Unit& holder = units_[wait.holder];
  if (!holder.live || holder.serial != wait.holder_serial) return false;
  if (wait.driver_buffer != kNoDriverBuffer)
    return driver_buffers_[wait.driver_buffer].unit == wait.holder;
  switch (wait.cause) {
    case WaitCause::kBehind:
      return holder.tail_channel == (unit.channel == kNoChannel ? kAtSource : unit.channel);
    case WaitCause::kRoom: return queues_ && holder.tail_channel == wait.channel;
    default: return false;
  }
}

EventRecorder::Wait EventRecorder::wait_for_terminal(UnitId id) const {
  Wait wait;
  // The terminals of a node's messages: the destination, or a member of the group.
  const Unit& unit = units_[id];
  UnitId holder = kNoUnit;
  if (!unit.info.multicast && unit.info.destination < arriving_.size())
    holder = arriving_[unit.info.destination];
  if (holder == id) holder = kNoUnit;
  hold(wait, WaitCause::kEjection, holder);
  return wait;
}

bool EventRecorder::tail_is_after(const DriverBuffer& driver_buffer, ChannelId channel,
                                  UnitId not_this) const {
  if (driver_buffer.last == kNoUnit || driver_buffer.last == not_this) return false;
  const Unit& unit = units_[driver_buffer.last];
  return unit.live && unit.serial == driver_buffer.last_serial && unit.tail_channel == channel;
}

EventRecorder::Wait EventRecorder::wait_for(UnitId id, const NextChannel& next) {
  Wait wait;
  wait.channel = next.channel;
  wait.driver = static_cast<std::uint8_t>(__builtin_ctzll(next.drivers));
  if (next.pool != kNoChannel && wait_for_pool(next, wait)) return wait;
  const std::size_t first = driver_buffer_of(next.channel, 0, 0);
  if (queues_) {
    // A driver without an open message, and whose buffer after the channel is empty.
    std::size_t held = kNoDriverBuffer;
    bool open = false;
    UnitId staying = kNoUnit;
    for (std::uint64_t left = next.drivers; left != 0; left &= left - 1) {
      const auto driver = static_cast<unsigned>(__builtin_ctzll(left));
      if (driver >= drivers_) break;
      const std::size_t driver_buffer = first + driver;
      if (driver_buffers_[driver_buffer].unit != kNoUnit &&
          driver_buffers_[driver_buffer].unit != id) {
        if (held == kNoDriverBuffer) held = driver_buffer;
        continue;
      }
      if (!open) wait.driver = static_cast<std::uint8_t>(driver);
      open = true;
      const DriverBuffer& after =
          one_queue_ ? driver_buffers_[first] : driver_buffers_[driver_buffer];
      if (staying == kNoUnit && tail_is_after(after, next.channel, id)) staying = after.last;
    }
    if (!open && held != kNoDriverBuffer) {
      hold(wait, WaitCause::kVc, driver_buffers_[held].unit);
      wait.driver = static_cast<std::uint8_t>(held - first);
      wait.driver_buffer = held;
      return wait;
    }
    if (staying != kNoUnit) {
      hold(wait, WaitCause::kRoom, staying);
      return wait;
    }
  }
  for (std::size_t driver_buffer = first; driver_buffer < first + std::size_t{drivers_} * buffers_;
       ++driver_buffer) {
    if (driver_buffers_[driver_buffer].unit == kNoUnit || driver_buffers_[driver_buffer].unit == id)
      continue;
    hold(wait, WaitCause::kChannel, driver_buffers_[driver_buffer].unit);
    wait.driver = static_cast<std::uint8_t>((driver_buffer - first) / buffers_);
    wait.driver_buffer = driver_buffer;
    return wait;
  }
  return wait;
}

/// Whether no buffer of the pool is free. Its messages have their head after the channel or on the
/// next one; those with the tail after the channel as well only lack room.
bool EventRecorder::wait_for_pool(const NextChannel& next, Wait& wait) {
  unsigned held = 0;
  unsigned filled = 0;
  UnitId holder = kNoUnit;
  std::size_t holder_buffer = kNoDriverBuffer;
  UnitId staying = kNoUnit;
  const auto count = [&](UnitId id, std::size_t driver_buffer) {
    if (units_[id].tail_channel == next.channel) {
      ++filled;
      if (staying == kNoUnit) staying = id;
    } else {
      ++held;
      if (holder != kNoUnit) return;
      holder = id;
      holder_buffer = driver_buffer;
    }
  };
  const std::size_t first = driver_buffer_of(next.pool, next.pool_driver, next.first_buffer);
  for (std::size_t driver_buffer = first; driver_buffer < first + next.buffers; ++driver_buffer)
    if (driver_buffers_[driver_buffer].unit != kNoUnit)
      count(driver_buffers_[driver_buffer].unit, driver_buffer);
  for (UnitId id = after_[next.channel]; id != kNoUnit; id = units_[id].next_after) {
    others_.clear();
    if (paths_.next(place_of(units_[id]), others_) == NextStep::kDelivered || others_.empty())
      continue;
    const NextChannel& other = others_.front();
    if (other.channel == next.pool && other.drivers == std::uint64_t{1} << next.pool_driver &&
        other.held_first == next.first_buffer)
      count(id, kNoDriverBuffer);
  }
  if (held >= next.buffers) {
    hold(wait, WaitCause::kVc, holder);
    wait.driver_buffer = holder_buffer;
  } else if (held + filled >= next.buffers) {
    hold(wait, WaitCause::kRoom, staying);
  } else {
    return false;
  }
  wait.channel = next.pool;
  wait.driver = static_cast<std::uint8_t>(next.pool_driver);
  return true;
}

}  // namespace wayfarer
