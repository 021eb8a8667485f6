#include "explorer/packet_columns.hpp"

#include <algorithm>

namespace wayfarer {
namespace {

/// 0: not yet.
std::uint64_t duration(Cycle from, Cycle to) { return to == kNever ? 0 : to - from + 1; }

std::int64_t difference(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::int64_t>(a - b);
}

}  // namespace

PacketColumns::PacketColumns(const NetworkLayout& layout, Cycle from, Cycle warmup)
    : buffers_(layout.buffers),
      from_(from),
      warmup_(std::max(from, warmup)),
      stories_(static_cast<std::uint32_t>(layout.terminals.size()),
               [this](const PacketStory& story) { add_packet(story); }),
      sequence_(layout.terminals.size()),
      delivered_(from) {}

void PacketColumns::add(const Event& event) {
  if (event.kind == EventKind::kBorn)
    waiting_[event.message->source] = {*event.message, event.cycle};
  if (event.kind == EventKind::kInjected) {
    const auto front = waiting_.find(event.info->source);
    if (front != waiting_.end() && front->second.info.message == event.info->message)
      waiting_.erase(front);
  }
  if (event.kind == EventKind::kDropped && event.cycle >= from_) ++dropped_;
  stories_.add(event);
}

void PacketColumns::add_packet(const PacketStory& story) {
  const UnitInfo& info = story.info;
  const bool done = story.delivered != kNever;
  if (done && story.delivered < from_) return;
  if (done && story.completes && story.delivered >= warmup_)
    latency_.add(story.delivered - warmup_, story.latency());
  const Cycle last = done ? story.delivered : end();
  column(PacketColumn::kDelivered).add(done ? story.delivered - delivered_ + 1 : 0);
  column(PacketColumn::kLife).add(last - info.start);
  column(PacketColumn::kQueued).add(info.start - info.birth);
  column(PacketColumn::kFront).add_signed(difference(info.start, story.front));
  column(PacketColumn::kCompletes).add(story.completes ? 1 : 0);
  column(PacketColumn::kMessage).add_signed(difference(info.message, message_));
  column(PacketColumn::kPacket).add(info.packet);
  column(PacketColumn::kPackets).add(info.packets);
  column(PacketColumn::kSource).add(info.source);
  column(PacketColumn::kSequence).add_signed(difference(info.sequence, sequence_[info.source]));
  column(PacketColumn::kDestination)
      .add(2 * std::uint64_t{info.destination} + (info.multicast ? 1 : 0));
  column(PacketColumn::kBytes).add(info.bytes);
  column(PacketColumn::kFlits).add(info.flits);
  column(PacketColumn::kNumber).add(info.number);
  column(PacketColumn::kPort).add(info.port);
  column(PacketColumn::kHops).add(story.hops.size());
  column(PacketColumn::kWaits).add(story.waits.size());
  column(PacketColumn::kArrivals).add(story.arrivals.size());
  if (done) delivered_ = story.delivered;
  message_ = info.message;
  sequence_[info.source] = info.sequence;
  add_hops(story);
  add_waits(story);
  add_arrivals(story);
}

void PacketColumns::add_hops(const PacketStory& story) {
  ChannelId channel = 0;
  Cycle cycle = story.info.start;
  for (const Hop& hop : story.hops) {
    column(PacketColumn::kChannel).add_signed(difference(hop.channel, channel));
    column(PacketColumn::kLane).add(std::uint64_t{hop.driver} * buffers_ + hop.buffer);
    column(PacketColumn::kHead).add_signed(difference(hop.head, cycle));
    column(PacketColumn::kTail).add(duration(hop.head, hop.tail));
    channel = hop.channel;
    cycle = hop.head;
  }
}

/// Most waits are for the channel that the head crosses next.
void PacketColumns::add_waits(const PacketStory& story) {
  Cycle cycle = story.info.start;
  for (const WaitPeriod& wait : story.waits) {
    const auto next = std::find_if(story.hops.begin(), story.hops.end(),
                                   [&wait](const Hop& hop) { return hop.head > wait.from; });
    const bool expected = next != story.hops.end() && next->channel == wait.channel;
    column(PacketColumn::kCause).add(static_cast<unsigned>(wait.cause));
    column(PacketColumn::kWanted)
        .add(wait.channel == kNoChannel ? 0 : (expected ? 1 : std::uint64_t{wait.channel} + 2));
    column(PacketColumn::kDriver).add(wait.driver);
    const bool held = wait.holder != kNoMessage;
    column(PacketColumn::kHolder)
        .add_signed(held ? difference(wait.holder, story.info.message) : 0);
    column(PacketColumn::kHolderPacket).add(held ? wait.holder_packet + 1u : 0);
    column(PacketColumn::kSince).add_signed(difference(wait.from, cycle));
    column(PacketColumn::kWaited).add(duration(wait.from, wait.to));
    cycle = wait.from;
  }
}

void PacketColumns::add_arrivals(const PacketStory& story) {
  const Cycle last = story.hops.empty() ? story.info.start : story.hops.back().head;
  for (const Arrival& arrival : story.arrivals) {
    const bool expected = !story.info.multicast && arrival.terminal == story.info.destination;
    column(PacketColumn::kTerminal).add(expected ? 0 : std::uint64_t{arrival.terminal} + 1);
    column(PacketColumn::kArrival).add_signed(difference(arrival.head, last));
    column(PacketColumn::kTaken).add(duration(arrival.head, arrival.tail));
  }
}

std::string PacketColumns::bytes() const {
  std::string all;
  for (const Column& column : columns_) all += column.bytes();
  return all;
}

}  // namespace wayfarer
