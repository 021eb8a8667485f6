#include "traffic/sources.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/random.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {
namespace {

/// Index of the lowest bit; `mask` is not 0.
unsigned lowest(unsigned mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

/// The first set bit at or after `from`, cyclically.
unsigned next_set(unsigned mask, unsigned from) {
  const unsigned behind = mask & (~0u << from);
  return lowest(behind != 0 ? behind : mask);
}

constexpr std::size_t kGroup = sizeof(std::uint64_t) / sizeof(LaneMask);

/// Of kGroup pairs of masks, a bit for each that has a bit in common. Without a branch, which
/// nothing would predict.
unsigned common(const LaneMask* a, const LaneMask* b) {
  constexpr std::uint64_t kLast = 0x8000'8000'8000'8000;  // of each mask
  constexpr std::uint64_t kGather = 0x0001'0002'0004'0008;
  std::uint64_t a_word = 0;
  std::uint64_t b_word = 0;
  std::memcpy(&a_word, a, sizeof a_word);
  std::memcpy(&b_word, b, sizeof b_word);
  const std::uint64_t both = a_word & b_word;
  const std::uint64_t any = (((both & ~kLast) + ~kLast) | both) & kLast;
  return static_cast<unsigned>((any >> 15) * kGather >> 48) & ((1u << kGroup) - 1);
}

}  // namespace

Sources::Sources(const NetworkShape& shape, Workload workload, MessageTable& messages)
    : lanes_(shape.lanes),
      all_lanes_(static_cast<LaneMask>((1u << shape.lanes) - 1)),
      parallel_lanes_(shape.parallel_lanes),
      workload_(std::move(workload)),
      format_{shape.flit_bytes, shape.least_data_flits, workload_.packet_bytes},
      has_groups_(!workload_.pattern->groups().empty()),
      whole_messages_(shape.segment_flits != 0),
      messages_(messages),
      want_(shape.terminals),
      open_(shape.terminals),
      next_lane_(shape.terminals),
      lane_(std::size_t{shape.terminals} * kMaxLanes),
      head_(shape.terminals),
      due_(shape.terminals),
      waiting_(shape.terminals) {
  for (TerminalId terminal = 0; terminal < shape.terminals; ++terminal) {
    if (workload_.pattern->silent(terminal)) continue;
    Head& head = head_[terminal];
    head.sequence = ~0u;  // so that the first advance arrives at message 0
    advance(terminal, head);
    if (head.birth != kNever) waiting_.add(terminal, head.birth);
  }
}

void Sources::advance(TerminalId terminal, Head& head) const {
  do {
    ++head.sequence;
    head.birth = workload_.process->next_birth(terminal, head.sequence, head.birth);
    if (head.birth == kNever) return;
    head.destination = workload_.pattern->destination(terminal, head.sequence);
  } while (head.destination == kNoTerminal);
}

void Sources::set_want(TerminalId terminal, LaneMask want) {
  busy_terminals_ += (want != 0) - (want_[terminal] != 0);
  want_[terminal] = want;
}

void Sources::wake_due(Cycle now) {
  waiting_.take(now, [this](TerminalId terminal) {
    due_[terminal] = 1;
    set_want(terminal, all_lanes_);
  });
}

void Sources::offer(Network& network, Cycle now) {
  constexpr std::size_t kBlock = 64;
  wake_due(now);
  const std::vector<LaneMask>& ready = network.injection_ready();
  const std::size_t terminals = ready.size();
  for (std::size_t base = 0; base < terminals; base += kBlock) {
    const std::size_t end = std::min(base + kBlock, terminals);
    std::uint64_t serving = 0;
    std::size_t at = base;
    for (; at + kGroup <= end; at += kGroup)
      serving |= std::uint64_t{common(&ready[at], &want_[at])} << (at - base);
    for (; at < end; ++at) serving |= std::uint64_t{(ready[at] & want_[at]) != 0} << (at - base);
    for (; serving != 0; serving &= serving - 1) {
      const std::size_t terminal = base + static_cast<unsigned>(__builtin_ctzll(serving));
      serve(static_cast<TerminalId>(terminal), ready[terminal], network, now);
    }
  }
}

void Sources::serve(TerminalId terminal, LaneMask ready, Network& network, Cycle now) {
  if (parallel_lanes_) return serve_lanes(terminal, ready, network, now);
  const unsigned open = open_[terminal];
  unsigned candidates = ready & open;
  const unsigned idle = ready & ~open & all_lanes_;
  if (due_[terminal] && idle != 0) candidates |= idle & (~idle + 1);
  if (candidates == 0) return;
  const unsigned lane = next_set(candidates, next_lane_[terminal]);
  next_lane_[terminal] = static_cast<std::uint8_t>(lane + 1 == lanes_ ? 0 : lane + 1);
  ++offered_flits_;
  if ((open >> lane & 1u) != 0)
    continue_message(terminal, lane, network);
  else
    start_message(terminal, lane, network, now);
}

/// Every lane that is ready sends, the lowest idle ones the next messages.
void Sources::serve_lanes(TerminalId terminal, LaneMask ready, Network& network, Cycle now) {
  for (unsigned left = ready & all_lanes_; left != 0; left &= left - 1) {
    const unsigned lane = lowest(left);
    const bool open = (open_[terminal] >> lane & 1u) != 0;
    if (!open && !due_[terminal]) continue;
    ++offered_flits_;
    if (open)
      continue_message(terminal, lane, network);
    else
      start_message(terminal, lane, network, now);
  }
}

void Sources::start_message(TerminalId terminal, unsigned lane, Network& network, Cycle now) {
  const Head& head = head_[terminal];
  MessageRecord record;
  record.source = terminal;
  record.destination = head.destination;
  record.birth = head.birth;
  record.start = now;
  record.sequence = head.sequence;
  const unsigned bytes = workload_.lengths->bytes(terminal, head.sequence);
  record.packets = static_cast<std::uint16_t>(packets_of(bytes, format_));
  record.multicast = has_groups_ && is_multicast(record.destination);
  ++started_messages_;
  start_packet(terminal * kMaxLanes + lane, record, bytes, network);
  fetch_next(terminal, now);
}

/// The packet `record` with as many of the `bytes` left of its message as it may have. Where the
/// network makes the packets, the first one's header is the message's, and it makes the others.
void Sources::start_packet(std::size_t lane, MessageRecord record, unsigned bytes,
                           Network& network) {
  const unsigned own = std::min(bytes, format_.packet_bytes);
  record.length_bytes = static_cast<std::uint16_t>(own);
  record.data_flits = static_cast<std::uint16_t>(
      data_flits(own, format_.flit_bytes, format_.least_data_flits));
  const MessageId id = messages_.insert(record);
  const TerminalId terminal = record.source;
  const auto number = static_cast<unsigned>(lane % kMaxLanes);
  const bool single = record.data_flits == 0;
  if (!single) {
    lane_[lane] = {id, 1, record.data_flits};
    open_[terminal] = static_cast<LaneMask>(open_[terminal] | 1u << number);
  }
  if (!whole_messages_ || record.packet == 0)
    network.offer(terminal, number,
                  {make_tag(true, single), 0, id, record.destination,
                   whole_messages_ ? static_cast<std::uint16_t>(bytes) : record.length_bytes});
  if (bytes == own) return;
  ++record.packet;
  rest_[lane] = {record, bytes - own};
}

void Sources::fetch_next(TerminalId terminal, Cycle now) {
  Head& head = head_[terminal];
  advance(terminal, head);
  if (head.birth <= now) return;  // still due
  due_[terminal] = 0;
  set_want(terminal, open_[terminal]);
  if (head.birth != kNever) waiting_.add(terminal, head.birth);
}

void Sources::continue_message(TerminalId terminal, unsigned lane, Network& network) {
  const std::size_t number = terminal * kMaxLanes + lane;
  Lane& open = lane_[number];
  if (open.next_index == 0) {
    const auto rest = rest_.extract(number).mapped();
    start_packet(number, rest.next, rest.bytes, network);
    if (!whole_messages_) return;
    ++offered_flits_;  // the network's header
  }
  const bool last = open.next_index == open.data_flits;
  const bool more = !rest_.empty() && rest_.count(number) != 0;
  const bool tail = last && !(whole_messages_ && more);
  network.offer(terminal, lane, {make_tag(false, tail), open.next_index, open.message, 0, 0});
  ++open.next_index;
  if (!last) return;
  if (more) {
    open.next_index = 0;
    return;
  }
  open_[terminal] = static_cast<LaneMask>(open_[terminal] & ~(1u << lane));
  if (!due_[terminal]) set_want(terminal, open_[terminal]);
}

void Sources::stop() {
  waiting_.clear();
  for (TerminalId terminal = 0; terminal < want_.size(); ++terminal) {
    due_[terminal] = 0;
    set_want(terminal, open_[terminal]);
  }
}

std::uint64_t Sources::backlog(Cycle now) const {
  std::uint64_t count = 0;
  for (TerminalId terminal = 0; terminal < head_.size(); ++terminal) {
    if (!due_[terminal]) continue;
    for (Head head = head_[terminal]; head.birth < now; advance(terminal, head)) ++count;
  }
  return count;
}

EjectionStalls::EjectionStalls(std::uint32_t terminals, double probability, std::uint64_t seed)
    : probability_(probability), seed_(seed), stalled_(terminals) {}

void EjectionStalls::apply(Network& network, Cycle now) {
  if (probability_ <= 0) return;
  for (TerminalId terminal = 0; terminal < stalled_.size(); ++terminal) {
    const bool stall = Random(seed_, terminal, Purpose::kStall, now).unit() < probability_;
    if (stall == (stalled_[terminal] != 0)) continue;
    stalled_[terminal] = stall;
    network.stall_ejection(terminal, stall);
  }
}

}  // namespace wayfarer
