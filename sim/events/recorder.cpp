#include "events/recorder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

constexpr MessageId kAllIdBits = (1u << kMessageIdBits) - 1;

MessageInfo info_of(const MessageRecord& record) {
  MessageInfo info;
  info.message = record.number;
  info.source = record.source;
  info.destination =
      record.multicast ? record.destination - kFirstMulticastDestination : record.destination;
  info.sequence = record.sequence;
  info.multicast = record.multicast;
  info.birth = record.birth;
  return info;
}

std::uint64_t packet_key(MessageId first, std::uint16_t packet) {
  return std::uint64_t{first} << 16 | packet;
}

}  // namespace

EventRecorder::EventRecorder(const NetworkShape& shape, const MessagePaths& paths,
                             const std::vector<MulticastGroup>& groups)
    : channels_(shape.channels),
      terminals_(shape.terminals),
      drivers_(shape.drivers_per_channel),
      buffers_(shape.buffers_per_driver),
      ports_(shape.injection_ports),
      id_mask_(shape.channel_id_mask),
      segments_(shape.segment_flits != 0),
      whole_ids_(shape.channel_id_mask == kAllIdBits && !segments_),
      whole_headers_(shape.header_id_mask == kAllIdBits),
      paths_(paths),
      timing_(paths.timing()),
      queues_(paths.buffers() == MessagePaths::Buffers::kOfDriver ||
              paths.buffers() == MessagePaths::Buffers::kOfChannel),
      one_queue_(paths.buffers() == MessagePaths::Buffers::kOfChannel),
      pools_(paths.buffers() == MessagePaths::Buffers::kPool),
      groups_(groups),
      driver_buffers_(std::size_t{shape.channels} * drivers_ * buffers_),
      after_(shape.channels, kNoUnit),
      arriving_(shape.terminals, kNoUnit),
      front_(shape.terminals),
      sent_(shape.terminals),
      open_first_(std::size_t{shape.terminals} * ports_),
      last_at_port_(open_first_.size(), kNoUnit),
      last_at_port_serial_(open_first_.size()),
      due_(kRing) {}

NetworkLayout EventRecorder::layout() const {
  NetworkLayout layout;
  layout.nodes = paths_.nodes();
  layout.drivers = drivers_;
  layout.buffers = buffers_;
  for (ChannelId c = 0; c < channels_; ++c) layout.channels.push_back(paths_.ends(c));
  for (TerminalId t = 0; t < terminals_; ++t) layout.terminals.push_back(paths_.node_of(t));
  return layout;
}

void EventRecorder::born(const MessageRecord& message) {
  const MessageInfo info = info_of(message);
  front_[message.source] = {info, now_, true};
  Event event;
  event.kind = EventKind::kBorn;
  event.cycle = now_;
  event.message = &info;
  emit(event);
}

void EventRecorder::injected(const MessageRecord& packet, MessageId id, unsigned port,
                             unsigned bytes) {
  const std::size_t at = std::size_t{packet.source} * ports_ + port;
  if (packet.packet == 0) {
    front_[packet.source].waits = false;
    open_first_[at] = id;
  }
  UnitId unit = kNoUnit;
  if (!segments_) {
    unit = make_unit(packet, port);
    units_[unit].number = sent_[packet.source]++;
  } else {
    if (packet.packet == 0) make_segments(packet, id, port, bytes);
    unit = by_packet_.at(packet_key(open_first_[at], packet.packet));
  }
  units_[unit].info.number = id;
  name(id, unit);
  announce(unit);
}

/// All packets of a message that the network cuts: a header can be on its way before the source has
/// offered its first data flit.
void EventRecorder::make_segments(const MessageRecord& first, MessageId id, unsigned port,
                                  unsigned bytes) {
  MessageRecord packet = first;
  for (packet.packet = 0; packet.packet < first.packets; ++packet.packet) {
    packet.length_bytes = static_cast<std::uint16_t>(std::min<unsigned>(bytes, first.length_bytes));
    packet.data_flits = first.data_flits;
    if (packet.packet + 1 == first.packets && first.packets > 1) {
      const unsigned full = first.length_bytes / std::max<unsigned>(first.data_flits, 1);
      packet.data_flits =
          static_cast<std::uint16_t>(full == 0 ? 0 : (packet.length_bytes + full - 1) / full);
    }
    bytes -= packet.length_bytes;
    const UnitId unit = make_unit(packet, port);
    units_[unit].number = sent_[first.source]++;
    units_[unit].info.number = id;
    units_[unit].first_number = id;
    by_packet_[packet_key(id, packet.packet)] = unit;
  }
}

UnitId EventRecorder::make_unit(const MessageRecord& packet, unsigned port) {
  if (free_.empty()) {
    free_.push_back(static_cast<UnitId>(units_.size()));
    units_.emplace_back();
  }
  const UnitId id = free_.back();
  free_.pop_back();
  Unit& unit = units_[id];
  ++unit.serial;
  unit.live = true;
  unit.announced = false;
  unit.arrivals.clear();
  unit.moves = 0;
  unit.hops = 0;
  unit.channel = kNoChannel;
  unit.driver = static_cast<std::uint8_t>(port);
  unit.buffer = 0;
  unit.tail_channel = kAtSource;
  unit.wait = {};
  static_cast<MessageInfo&>(unit.info) = info_of(packet);
  unit.info.packet = packet.packet;
  unit.info.packets = packet.packets;
  unit.info.bytes = packet.length_bytes;
  unit.info.flits = packet.data_flits + 1u;
  unit.info.port = static_cast<std::uint8_t>(port);
  unit.missing = 1;
  if (packet.multicast)
    unit.missing = static_cast<std::uint32_t>(groups_[unit.info.destination].members.size());
  const std::size_t at = std::size_t{packet.source} * ports_ + port;
  unit.ahead = last_at_port_[at];
  unit.ahead_serial = last_at_port_serial_[at];
  last_at_port_[at] = id;
  last_at_port_serial_[at] = unit.serial;
  return id;
}

void EventRecorder::announce(UnitId id) {
  Unit& unit = units_[id];
  if (unit.announced) return;
  unit.announced = true;
  unit.info.start = now_;
  unit.head_cycle = now_;
  unit.tail_cycle = now_;
  Event event;
  event.kind = EventKind::kInjected;
  event.cycle = now_;
  event.unit = id;
  event.info = &unit.info;
  emit(event);
  if (!unit.info.multicast) {
    watch(id, timing_.first);
    return;
  }
  multicast_.push_back(id);
  add_branches(unit, place_of(unit));
}

void EventRecorder::release(UnitId id) {
  Unit& unit = units_[id];
  if (pools_ && unit.channel != kNoChannel) leave_after(id);
  if (segments_) by_packet_.erase(packet_key(unit.first_number, unit.info.packet));
  unit.live = false;
  ++unit.moves;
  unit.tail_channel = kNoChannel;
  if (unit.info.multicast) {
    unit.branches.clear();
    multicast_.erase(std::find(multicast_.begin(), multicast_.end(), id));
  }
  free_.push_back(id);
}

void EventRecorder::name(MessageId id, UnitId unit) {
  const std::size_t slot = id & MessageTable::kSlotMask;
  if (slot >= by_slot_.size()) by_slot_.resize(slot + 1, kNoUnit);
  by_slot_[slot] = unit;
}

UnitId EventRecorder::unit_of(MessageId id) const {
  const std::size_t slot = id & MessageTable::kSlotMask;
  if (slot >= by_slot_.size() || by_slot_[slot] == kNoUnit) return kNoUnit;
  const Unit& unit = units_[by_slot_[slot]];
  return unit.live && unit.info.number == id ? by_slot_[slot] : kNoUnit;
}

UnitId EventRecorder::unit_of_head(const Transfer& head) const {
  if (whole_ids_) return unit_of(head.message);
  if (!segments_) return first_expected(head);
  const auto found = by_packet_.find(packet_key(head.message, head.packet));
  return found == by_packet_.end() ? kNoUnit : found->second;
}

/// Where heads carry a part of their numbers or none: the one that came first of those that may
/// cross the channel next.
UnitId EventRecorder::first_expected(const Transfer& head) const {
  std::vector<NextChannel> next;
  UnitId first = kNoUnit;
  const auto consider = [&](UnitId id) {
    const Unit& unit = units_[id];
    if (!unit.live || (!unit.arrivals.empty() && !unit.info.multicast) ||
        (unit.info.number & id_mask_) != head.message)
      return;
    if (first != kNoUnit && units_[first].head_cycle <= unit.head_cycle) return;
    if (unit.info.multicast) {
      for (const Branch& branch : unit.branches)
        if (branch.to == head.channel) first = id;
      return;
    }
    next.clear();
    (void)paths_.next(place_of(unit), next);
    for (const NextChannel& way : next)
      if (way.channel == head.channel && (way.drivers >> head.driver & 1) != 0) first = id;
  };
  // Numbers that differ in the slot's high bits only.
  const std::size_t step = std::size_t{id_mask_ & MessageTable::kSlotMask} + 1;
  for (std::size_t slot = head.message & MessageTable::kSlotMask; slot < by_slot_.size();
       slot += step)
    if (by_slot_[slot] != kNoUnit) consider(by_slot_[slot]);
  return first;
}

HeadPlace EventRecorder::place_of(const Unit& unit) const {
  const TerminalId destination =
      unit.info.multicast ? multicast_destination(unit.info.destination) : unit.info.destination;
  return {unit.info.source, destination, unit.number, unit.channel, unit.driver, unit.hops};
}

void EventRecorder::observe(const Network& network) {
  for (const Transfer& transfer : network.transfers()) {
    if (!transfer.acknowledged) continue;
    if (is_head(transfer.tag))
      head(transfer);
    else if (transfer.tag == Tag::kTail)
      tail(transfer,
           driver_buffers_[driver_buffer_of(transfer.channel, transfer.driver, transfer.buffer)]
               .unit);
  }
  for (const Delivery& delivery : network.deliveries()) deliver(delivery);
  for (const ErrorEvent& error : network.errors()) {
    Event event;
    event.kind = EventKind::kDropped;
    event.cycle = now_;
    event.terminal = error.terminal;
    event.causes = error.causes;
    emit(event);
  }
  find_blocked();
  for (EventSink* const sink : sinks_) sink->end(now_ + 1);
}

void EventRecorder::emit_on_channel(EventKind kind, UnitId unit, const Transfer& transfer) {
  Event event;
  event.kind = kind;
  event.cycle = now_;
  event.unit = unit;
  event.channel = transfer.channel;
  event.driver = transfer.driver;
  event.buffer = transfer.buffer;
  emit(event);
}

/// Whether a multicast head crosses again from the same buffer, for receivers that had no room.
bool EventRecorder::repeated(const Transfer& head) const {
  const UnitId id = driver_buffers_[driver_buffer_of(head.channel, head.driver, head.buffer)].unit;
  return id != kNoUnit && units_[id].info.multicast &&
         (units_[id].info.number & id_mask_) == head.message;
}

void EventRecorder::head(const Transfer& transfer) {
  if (pools_ && repeated(transfer)) return;
  const UnitId id = unit_of_head(transfer);
  if (id == kNoUnit)
    throw CheckFailed(
        fmt::format("events: cycle {}: the head with number {:#x}, packet {}, on {} belongs to no "
                    "message in flight",
                    now_, transfer.message, transfer.packet,
                    channel_text(transfer.channel, paths_.ends(transfer.channel))));
  Unit& unit = units_[id];
  announce(id);
  emit_on_channel(EventKind::kHead, id, transfer);
  DriverBuffer& driver_buffer =
      driver_buffers_[driver_buffer_of(transfer.channel, transfer.driver, transfer.buffer)];
  driver_buffer.unit = id;
  driver_buffer.since = static_cast<std::uint32_t>(now_);
  ++unit.moves;
  if (unit.info.multicast) {
    move_branch(unit, transfer.channel, transfer.driver);
  } else {
    if (pools_ && unit.channel != kNoChannel) leave_after(id);
    unit.channel = transfer.channel;
    unit.driver = transfer.driver;
    unit.buffer = transfer.buffer;
    unit.head_cycle = now_;
    ++unit.hops;
    unit.wait.blocked = false;
    if (queues_) {
      const DriverBuffer& before = entry(transfer.channel, transfer.driver, transfer.buffer);
      unit.ahead = before.last;
      unit.ahead_serial = before.last_serial;
    } else {
      unit.ahead = kNoUnit;
      if (pools_) enter_after(id, transfer.channel);
    }
    watch(id, timing_.hop);
  }
  if (transfer.tag == Tag::kSingle) tail(transfer, id);
}

void EventRecorder::tail(const Transfer& transfer, UnitId id) {
  if (id == kNoUnit) return;
  Unit& unit = units_[id];
  DriverBuffer& driver_buffer =
      driver_buffers_[driver_buffer_of(transfer.channel, transfer.driver, transfer.buffer)];
  driver_buffer.unit = kNoUnit;
  DriverBuffer& after = entry(transfer.channel, transfer.driver, transfer.buffer);
  after.last = id;
  after.last_serial = unit.serial;
  unit.tail_channel = transfer.channel;
  unit.tail_cycle = now_;
  emit_on_channel(EventKind::kTail, id, transfer);
}

void EventRecorder::deliver(const Delivery& delivery) {
  if (!delivery.intact) return;  // Ends a packet that the network has cut.
  const bool header = delivery.tag == Tag::kHeader;
  const bool tail = is_tail(delivery.tag);
  if (!tail && header != whole_headers_) return;  // the first one that is identified, or the last
  const UnitId id = unit_of(delivery.message);
  if (id == kNoUnit) return;
  Unit& unit = units_[id];
  Event event;
  event.cycle = now_;
  event.unit = id;
  event.terminal = delivery.terminal;
  arrive(unit, event);
  if (!tail) return;
  if (arriving_[delivery.terminal] == id) arriving_[delivery.terminal] = kNoUnit;
  const auto here = [&](const Arrival& arrival) { return arrival.terminal == delivery.terminal; };
  unit.arrivals.erase(std::find_if(unit.arrivals.begin(), unit.arrivals.end(), here));
  event.kind = EventKind::kDelivered;
  event.last = --unit.missing == 0;
  emit(event);
  if (event.last) release(id);
}

/// The terminal has the head, by this delivery or an earlier one.
void EventRecorder::arrive(Unit& unit, Event event) {
  for (const Arrival& arrival : unit.arrivals)
    if (arrival.terminal == event.terminal) return;
  unit.arrivals.push_back({event.terminal, now_});
  event.kind = EventKind::kArrived;
  emit(event);
  ++unit.moves;
  unit.wait.blocked = false;
  if (unit.info.multicast) leave_branch(unit, event.terminal);
  arriving_[event.terminal] = event.unit;
}

/// The branch to the terminal has ended.
void EventRecorder::leave_branch(Unit& unit, TerminalId terminal) {
  const NodeNumber node = paths_.node_of(terminal);
  const auto here = [&](const Branch& branch) {
    const NodeNumber at = branch.place.channel == kNoChannel ? paths_.node_of(unit.info.source)
                                                             : paths_.ends(branch.place.channel).to;
    return branch.to == kNoChannel && at == node;
  };
  unit.branches.erase(std::remove_if(unit.branches.begin(), unit.branches.end(), here),
                      unit.branches.end());
}

void EventRecorder::add_branches(Unit& unit, const HeadPlace& place) {
  next_.clear();
  const NextStep step = paths_.next(place, next_);
  if (step == NextStep::kEjection) next_.push_back({});
  for (const NextChannel& way : next_) unit.branches.push_back({place, way.channel, now_, {}});
}

void EventRecorder::move_branch(Unit& unit, ChannelId channel, unsigned driver) {
  const auto leaves = [&](const Branch& branch) { return branch.to == channel; };
  const auto branch = std::find_if(unit.branches.begin(), unit.branches.end(), leaves);
  HeadPlace place = branch == unit.branches.end() ? place_of(unit) : branch->place;
  if (branch != unit.branches.end()) unit.branches.erase(branch);
  place.channel = channel;
  place.driver = driver;
  ++place.hops;
  add_branches(unit, place);
}

void EventRecorder::enter_after(UnitId id, ChannelId channel) {
  Unit& unit = units_[id];
  unit.last_after = kNoUnit;
  unit.next_after = after_[channel];
  if (unit.next_after != kNoUnit) units_[unit.next_after].last_after = id;
  after_[channel] = id;
}

void EventRecorder::leave_after(UnitId id) {
  const Unit& unit = units_[id];
  if (unit.last_after != kNoUnit)
    units_[unit.last_after].next_after = unit.next_after;
  else
    after_[unit.channel] = unit.next_after;
  if (unit.next_after != kNoUnit) units_[unit.next_after].last_after = unit.last_after;
}

void EventRecorder::show_state(EventSink& sink) const {
  std::vector<Event> events;
  const auto add = [&](EventKind kind, UnitId unit, Cycle cycle) -> Event& {
    Event& event = events.emplace_back();
    event.kind = kind;
    event.unit = unit;
    event.cycle = cycle;
    return event;
  };
  for (const Front& front : front_)
    if (front.waits) add(EventKind::kBorn, kNoUnit, front.seen).message = &front.info;
  for (UnitId id = 0; id < units_.size(); ++id) {
    const Unit& unit = units_[id];
    if (!unit.live || !unit.announced) continue;
    add(EventKind::kInjected, id, unit.info.start).info = &unit.info;
    if (unit.channel != kNoChannel &&
        driver_buffers_[driver_buffer_of(unit.channel, unit.driver, unit.buffer)].unit != id) {
      for (const EventKind kind : {EventKind::kHead, EventKind::kTail}) {
        Event& event = add(kind, id, kind == EventKind::kHead ? unit.head_cycle : unit.tail_cycle);
        event.channel = unit.channel;
        event.driver = unit.driver;
        event.buffer = unit.buffer;
      }
    }
  }
  for (std::size_t driver_buffer = 0; driver_buffer < driver_buffers_.size(); ++driver_buffer) {
    const UnitId id = driver_buffers_[driver_buffer].unit;
    if (id == kNoUnit) continue;
    const Cycle age = static_cast<std::uint32_t>(now_) - driver_buffers_[driver_buffer].since;
    Event& event = add(EventKind::kHead, id, now_ - age);
    event.buffer = static_cast<std::uint8_t>(driver_buffer % buffers_);
    event.driver = static_cast<std::uint8_t>(driver_buffer / buffers_ % drivers_);
    event.channel = static_cast<ChannelId>(driver_buffer / buffers_ / drivers_);
  }
  const auto add_wait = [&](UnitId id, const Wait& wait) {
    if (!wait.blocked) return;
    Event& event = add(EventKind::kBlocked, id, wait.since);
    event.cause = wait.cause;
    event.channel = wait.channel;
    event.driver = wait.driver;
    event.holder = wait.holder;
  };
  for (UnitId id = 0; id < units_.size(); ++id) {
    const Unit& unit = units_[id];
    if (!unit.live || !unit.announced) continue;
    for (const Arrival& arrival : unit.arrivals)
      add(EventKind::kArrived, id, arrival.cycle).terminal = arrival.terminal;
    add_wait(id, unit.wait);
    for (const Branch& branch : unit.branches) add_wait(id, branch.wait);
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.cycle < b.cycle; });
  for (const Event& event : events) {
    if (event.kind == EventKind::kInjected)
      sink.known(event.unit, *event.info);
    else
      sink.add(event);
  }
}

}  // namespace wayfarer
