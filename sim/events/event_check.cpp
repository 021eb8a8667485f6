#include "events/event_check.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

[[noreturn]] void fail(const Event& event, std::uint64_t message, const char* what) {
  throw CheckFailed(fmt::format("EventsComplete: cycle {}: event '{}' of message {}: {}",
                                event.cycle, to_string(event.kind), message, what));
}

}  // namespace

void EventCheck::begin(UnitId unit, const UnitInfo& info) {
  if (unit >= packets_.size()) packets_.resize(unit + 1);
  packets_[unit] = {info.message, info.packets, true, 0, 0};
  if (info.packet == 0) ++totals_.started;
}

void EventCheck::add(const Event& event) {
  switch (event.kind) {
    case EventKind::kBorn: ++totals_.born; return;
    case EventKind::kInjected: return begin(event.unit, *event.info);
    case EventKind::kDropped: ++totals_.dropped; return;
    default: break;
  }
  Packet& packet = packets_[event.unit];
  if (!packet.live) fail(event, packet.message, "it was delivered completely before");
  switch (event.kind) {
    case EventKind::kHead: ++packet.crossing; return;
    case EventKind::kTail: --packet.crossing; return;
    case EventKind::kArrived: ++packet.arriving; return;
    case EventKind::kDelivered: return deliver(packet, event);
    default: return;
  }
}

void EventCheck::deliver(Packet& packet, const Event& event) {
  if (packet.arriving == 0) fail(event, packet.message, "its head has not arrived");
  --packet.arriving;
  ++totals_.delivered;
  if (!event.last) return;
  if (packet.arriving != 0) fail(event, packet.message, "another copy is still being delivered");
  if (packet.crossing != 0) fail(event, packet.message, "its tail has not crossed a channel");
  packet.live = false;
  ++totals_.finished;
  complete(packet);
}

void EventCheck::complete(const Packet& packet) {
  if (packet.packets > 1) {
    unsigned& missing = missing_.try_emplace(packet.message, packet.packets).first->second;
    if (--missing != 0) return;
    missing_.erase(packet.message);
  }
  ++totals_.completed;
}

void EventCheck::expect(const EventTotals& run) const {
  const auto check = [](const char* what, std::uint64_t events, std::uint64_t counted) {
    if (events != counted)
      throw CheckFailed(fmt::format("EventsComplete: the events have {} {}, the run had {}", events,
                                    what, counted));
  };
  check("messages born", totals_.born, run.born);
  check("messages injected", totals_.started, run.started);
  check("deliveries of packets", totals_.delivered, run.delivered);
  check("packets delivered to all members", totals_.finished, run.finished);
  check("messages delivered", totals_.completed, run.completed);
  check("flits refused", totals_.dropped, run.dropped);
}

}  // namespace wayfarer
