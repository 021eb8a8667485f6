#include "stats/scoreboard.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {

Scoreboard::Scoreboard(const NetworkShape& shape, MessageTable& messages, Order order,
                       std::vector<MulticastGroup> groups, bool packets_in_order)
    : drivers_(shape.drivers_per_channel),
      header_mask_(shape.header_id_mask),
      segment_flits_(shape.segment_flits),
      messages_(messages),
      order_(order),
      groups_(std::move(groups)),
      tracks_(std::size_t{shape.terminals} * shape.drivers_per_channel * kBuffers),
      at_terminals_(packets_in_order),
      everywhere_(false) {}

void Scoreboard::fail(const Delivery& delivery, Cycle now, const std::string& what) const {
  throw CheckFailed(
      fmt::format("scoreboard: cycle {}: terminal {}, driver {}, buffer {}: {} flit {} of {}: {}",
                  now, delivery.terminal, delivery.driver, delivery.buffer, tag_name(delivery.tag),
                  delivery.index, name_of(delivery.message), what));
}

std::string Scoreboard::name_of(MessageId id) const {
  const MessageRecord* const record = messages_.find(id);
  return record == nullptr ? fmt::format("the message {:#x} on data lines", id)
                           : fmt::format("message {} ({:#x} on data lines)", record->number, id);
}

const MessageRecord* Scoreboard::check(const Delivery& delivery, Cycle now) {
  const std::size_t index = track_of(delivery);
  if (delivery.driver >= drivers_ || delivery.buffer >= kBuffers || index >= tracks_.size())
    fail(delivery, now, "there is no such terminal, driver or buffer");
  ++delivered_flits_;
  if (!delivery.intact)
    fail(delivery, now,
         is_head(delivery.tag) ? "its destination is another terminal"
                               : "its payload differs from what was sent");
  Track& track = tracks_[index];
  switch (delivery.tag) {
    case Tag::kHeader: check_header(track, delivery, now); return nullptr;
    case Tag::kBody:
    case Tag::kTail: return check_data(track, delivery, now);
    case Tag::kSingle: return check_single(track, delivery, now);
    case Tag::kInvalid: break;
  }
  fail(delivery, now, "an invalid flit was delivered");
}

/// As far as whole messages can be wrong.
const MessageRecord* Scoreboard::check(const CompletedMessage& message, Cycle now) {
  Delivery tail;
  tail.terminal = message.terminal;
  tail.message = message.id;
  tail.tag = message.flits == 1 ? Tag::kSingle : Tag::kTail;
  tail.index = static_cast<std::uint16_t>(message.flits - 1);
  Track track{message.id & header_mask_, tail.index, 0};
  delivered_flits_ += message.flits;
  identify(track, tail, now);
  const MessageRecord& record = *messages_.find(message.id);
  if (message.flits != record.data_flits + 1u)
    fail(tail, now, fmt::format("the message has {} data flits", record.data_flits));
  return complete(track, record, tail, now);
}

bool Scoreboard::cut(const Delivery& delivery) {
  Track& track = tracks_[track_of(delivery)];
  const bool open = track.next_index != 0;
  track.next_index = 0;
  return open;
}

void Scoreboard::check_header(Track& track, const Delivery& delivery, Cycle now) {
  if (track.next_index != 0)
    fail(delivery, now, fmt::format("{} is still open there", name_of(track.message)));
  if (delivery.index != 0) fail(delivery, now, "a header has index 0");
  track.message = delivery.message & header_mask_;
  track.next_index = 1;
  track.place = delivery.place;
  if (segment_flits_ != 0 && delivery.first != (delivery.place == 0))
    fail(delivery, now,
         fmt::format("PacketsReassembled: it is {} first of a message, with place {}",
                     delivery.first ? "the" : "not the", delivery.place));
}

const MessageRecord* Scoreboard::check_data(Track& track, const Delivery& delivery, Cycle now) {
  if (track.next_index == 0) fail(delivery, now, "no header came before it");
  if (track.next_index == 1) {
    identify(track, delivery, now);
    track.message = delivery.message;
  } else if (track.message != delivery.message) {
    fail(delivery, now, fmt::format("{} is open there", name_of(track.message)));
  }
  if (delivery.index != (track.next_index & 0xff))
    fail(delivery, now, fmt::format("flit {} was expected", track.next_index & 0xff));
  const MessageRecord& record = *messages_.find(delivery.message);
  const bool last = track.next_index == record.data_flits;
  if (last != (delivery.tag == Tag::kTail))
    fail(delivery, now, fmt::format("the message has {} data flits", record.data_flits));
  check_place(track, record, delivery, now);
  ++track.next_index;
  return last ? complete(track, record, delivery, now) : nullptr;
}

/// Header and tail at once: its header carries the whole number.
const MessageRecord* Scoreboard::check_single(Track& track, const Delivery& delivery, Cycle now) {
  check_header(track, delivery, now);
  identify(track, delivery, now);
  const MessageRecord& record = *messages_.find(delivery.message);
  if (record.data_flits != 0)
    fail(delivery, now, fmt::format("the message has {} data flits", record.data_flits));
  check_place(track, record, delivery, now);
  return complete(track, record, delivery, now);
}

/// Checks the place in its message that the network's endpoints give a flit. The header's place is
/// that of the data flit after it.
void Scoreboard::check_place(const Track& track, const MessageRecord& record,
                             const Delivery& delivery, Cycle now) const {
  if (segment_flits_ == 0) return;
  const unsigned header = record.packet * segment_flits_;
  const unsigned place = header + track.next_index - 1;
  if (track.place != header || delivery.place != place)
    fail(delivery, now,
         fmt::format("PacketsReassembled: its place is {}, after a header with place {}; {} "
                     "and {} were expected",
                     delivery.place, track.place, place, header));
  if (delivery.last != (is_tail(delivery.tag) && record.packet + 1 == record.packets))
    fail(delivery, now,
         fmt::format("PacketsReassembled: it is {} last flit of a message",
                     delivery.last ? "the" : "not the"));
}

const MessageRecord* Scoreboard::complete(Track& track, const MessageRecord& record,
                                          const Delivery& delivery, Cycle now) {
  if (order_ == Order::kPerPair) check_order(record, delivery, now);
  track.next_index = 0;
  ++delivered_packets_;
  delivered_bytes_ += record.length_bytes;
  const bool several = record.packets > 1;
  if (!several || at_terminals_.add(delivery.terminal, record, now)) ++delivered_copies_;
  if (!last_copy(record, delivery.message)) return nullptr;
  messages_.release(delivery.message);
  ++finished_packets_;
  if (several && !everywhere_.add(record.destination, record, now)) return nullptr;
  ++delivered_messages_;
  return &record;
}

/// The first data flit is the first to carry the whole number.
void Scoreboard::identify(const Track& track, const Delivery& delivery, Cycle now) {
  MessageRecord* record = messages_.find(delivery.message);
  if (record == nullptr)
    fail(delivery, now, "it is not in flight: never sent, or delivered before");
  if ((delivery.message & header_mask_) != track.message)
    fail(delivery, now,
         fmt::format("the header before it was of message {:#x} on data lines", track.message));
  if (record->multicast) {
    identify_copy(*record, delivery, now);
  } else if (record->destination != delivery.terminal) {
    fail(delivery, now,
         fmt::format("terminal {} sent it to {} in cycle {}", record->source, record->destination,
                     record->start));
  } else if (record->arriving) {
    fail(delivery, now, "it is being delivered a second time");
  }
  record->arriving = true;
}

/// MulticastExactlyOnce: a copy for each member and no other terminal.
void Scoreboard::identify_copy(const MessageRecord& record, const Delivery& delivery, Cycle now) {
  const std::size_t group = record.destination - multicast_destination(0);
  if (group >= groups_.size()) fail(delivery, now, fmt::format("there is no group {}", group));
  const std::vector<TerminalId>& members = groups_[group].members;
  const auto member = std::lower_bound(members.begin(), members.end(), delivery.terminal);
  if (member == members.end() || *member != delivery.terminal)
    fail(delivery, now,
         fmt::format("MulticastExactlyOnce: terminal {} sent it in cycle {} to "
                     "group {}, which has no such member",
                     record.source, record.start, group));
  Copies& copies = copies_[delivery.message];
  if (copies.begun.empty()) copies = {std::vector<bool>(members.size()), members.size()};
  std::vector<bool>::reference begun =
      copies.begun[static_cast<std::size_t>(member - members.begin())];
  if (begun) fail(delivery, now, "MulticastExactlyOnce: it is being delivered there a second time");
  begun = true;
}

/// Whether all copies of the message have arrived.
bool Scoreboard::last_copy(const MessageRecord& record, MessageId message) {
  if (!record.multicast) return true;
  const auto copies = copies_.find(message);
  if (--copies->second.missing != 0) return false;
  copies_.erase(copies);
  return true;
}

void Scoreboard::check_order(const MessageRecord& record, const Delivery& delivery, Cycle now) {
  constexpr std::uint64_t kAnswers = std::uint64_t{1} << 63;  // are numbered by themselves
  const std::uint64_t pair = std::uint64_t{record.source} << 32 | delivery.terminal;
  std::uint32_t& last = last_sequence_[record.answer == kNoAnswer ? pair : pair | kAnswers];
  if (record.sequence < last)
    fail(delivery, now,
         fmt::format("OrderPerPair: message number {} of terminal {} overtook it, number {}", last,
                     record.source, record.sequence));
  last = record.sequence;
}

void Scoreboard::expect_all_delivered(Cycle now) const {
  if (messages_.in_flight() == 0) return at_terminals_.expect_complete(now);
  for (const MessageRecord& record : messages_.records())
    if (record.in_flight)
      throw CheckFailed(
          fmt::format("scoreboard: cycle {}: {} messages were not delivered, among them message {} "
                      "from {} to {}, sent in cycle {}",
                      now, messages_.in_flight(), record.number, record.source,
                      destination_text(record.destination, record.multicast), record.start));
}

}  // namespace wayfarer
