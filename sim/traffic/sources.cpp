#include "traffic/sources.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/random.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {
namespace {

/// Index of the lowest bit; `mask` is not 0.
unsigned lowest(unsigned mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

/// The first set bit at or after `from`, cyclically.
unsigned next_set(unsigned mask, unsigned from) {
  const unsigned later = mask & (~0u << from);
  return lowest(later != 0 ? later : mask);
}

constexpr std::size_t kGroup = sizeof(std::uint64_t) / sizeof(PortMask);

/// A bit for each of kGroup pairs of masks: set if the pair has a bit in common. Branch-free: a
/// branch would be mispredicted.
unsigned common(const PortMask* a, const PortMask* b) {
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
    : ports_(shape.injection_ports),
      all_ports_(static_cast<PortMask>((1u << shape.injection_ports) - 1)),
      parallel_ports_(shape.parallel_ports),
      workload_(std::move(workload)),
      format_{shape.flit_bytes, shape.least_data_flits, workload_.packet_bytes},
      has_groups_(!workload_.pattern->groups().empty()),
      whole_messages_(shape.segment_flits != 0),
      messages_(messages),
      want_(shape.terminals),
      open_(shape.terminals),
      next_port_(shape.terminals),
      open_message_(std::size_t{shape.terminals} * kMaxInjectionPorts),
      head_(shape.terminals),
      number_(shape.terminals),
      due_(shape.terminals),
      senders_(shape.terminals),
      waiting_(shape.terminals) {
  for (TerminalId terminal = 0; terminal < shape.terminals; ++terminal) {
    if (workload_.pattern->silent(terminal)) continue;
    senders_[terminal] = true;
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

void Sources::set_want(TerminalId terminal, PortMask want) {
  busy_terminals_ += (want != 0) - (want_[terminal] != 0);
  want_[terminal] = want;
}

void Sources::add(const Answer& answer) {
  if (born_.empty()) {
    born_.resize(head_.size());
    started_answers_.resize(head_.size());
  }
  answers_.push(answer);
}

void Sources::wake_due(Cycle now) {
  waiting_.take(now, [this](TerminalId terminal) { wake(terminal, kHeadDue); });
  for (; !answers_.empty() && answers_.top().birth <= now; answers_.pop()) {
    const Answer& answer = answers_.top();
    born_[answer.source].push(answer);
    senders_[answer.source] = true;
    ++born_answers_;
    wake(answer.source, kAnswerDue);
  }
}

/// A message that was due earlier was born earlier, or is the head of the same cycle, and comes
/// first.
void Sources::wake(TerminalId terminal, std::uint8_t reason) {
  const bool first = due_[terminal] == 0;
  due_[terminal] |= reason;
  set_want(terminal, all_ports_);
  if (first) front(terminal);
}

void Sources::front(TerminalId terminal) {
  number_[terminal] = fronted_messages_++;
  if (observer_ != nullptr) observer_->born(next_message(terminal));
}

bool Sources::answer_is_next(TerminalId terminal) const {
  const unsigned due = due_[terminal];
  if ((due & kAnswerDue) == 0) return false;
  return (due & kHeadDue) == 0 || born_[terminal].front().birth < head_[terminal].birth;
}

MessageRecord Sources::next_message(TerminalId terminal) const {
  MessageRecord message;
  message.number = number_[terminal];
  message.source = terminal;
  if (answer_is_next(terminal)) {
    const Answer& answer = born_[terminal].front();
    message.destination = answer.destination;
    message.birth = answer.birth;
    message.sequence = kAnswerSequence + started_answers_[terminal];
    message.answer = answer.number;
  } else {
    const Head& head = head_[terminal];
    message.destination = head.destination;
    message.birth = head.birth;
    message.sequence = head.sequence;
    message.multicast = has_groups_ && is_multicast(head.destination);
  }
  return message;
}

template <typename Action>
void Sources::each_ready(const std::vector<PortMask>& ready, const Action& action) {
  constexpr std::size_t kBlock = 64;
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
      action(static_cast<TerminalId>(terminal), ready[terminal]);
    }
  }
}

void Sources::offer(NetworkInputs& network, Cycle now) {
  wake_due(now);
  each_ready(network.injection_ready(), [&](TerminalId terminal, PortMask ready) {
    if (!gaps_.at(terminal, now)) serve(terminal, ready, network, now);
  });
}

void Sources::start(MessagePort& network, Cycle now) {
  wake_due(now);
  each_ready(network.startable(), [&](TerminalId terminal, PortMask ready) {
    for (unsigned left = ready; left != 0 && due_[terminal] != 0; left &= left - 1)
      start_whole(terminal, lowest(left), network, now);
  });
}

void Sources::serve(TerminalId terminal, PortMask ready, NetworkInputs& network, Cycle now) {
  if (parallel_ports_) return serve_ports(terminal, ready, network, now);
  const unsigned open = open_[terminal];
  unsigned candidates = ready & open;
  const unsigned idle = ready & ~open & all_ports_;
  if (due_[terminal] && idle != 0) candidates |= idle & (~idle + 1);
  if (candidates == 0) return;
  const unsigned port = next_set(candidates, next_port_[terminal]);
  next_port_[terminal] = static_cast<std::uint8_t>(port + 1 == ports_ ? 0 : port + 1);
  ++offered_flits_;
  if ((open >> port & 1u) != 0)
    continue_message(terminal, port, network);
  else
    start_message(terminal, port, network, now);
}

/// Every ready port sends; the lowest idle ones start the next messages.
void Sources::serve_ports(TerminalId terminal, PortMask ready, NetworkInputs& network, Cycle now) {
  for (unsigned left = ready & all_ports_; left != 0; left &= left - 1) {
    const unsigned port = lowest(left);
    const bool open = (open_[terminal] >> port & 1u) != 0;
    if (!open && !due_[terminal]) continue;
    ++offered_flits_;
    if (open)
      continue_message(terminal, port, network);
    else
      start_message(terminal, port, network, now);
  }
}

void Sources::refuse_without_route(const MessageRecord& message) const {
  if (connected_(message.source, message.destination)) return;
  throw UsageError(fmt::format(
      "cycle {}: terminal {} sends to terminal {}, to which the network has no route; legal: "
      "traffic between connected terminals, such as that of --pattern matrix:FILE or --trace FILE",
      message.birth, message.source, message.destination));
}

void Sources::start_message(TerminalId terminal, unsigned port, NetworkInputs& network, Cycle now) {
  MessageRecord record = next_message(terminal);
  if (connected_ && !record.multicast) refuse_without_route(record);
  record.start = now;
  const bool answer = record.answer != kNoAnswer;
  const unsigned bytes =
      answer ? born_[terminal].front().bytes : workload_.lengths->bytes(terminal, record.sequence);
  record.packets = static_cast<std::uint16_t>(packets_of(bytes, format_));
  ++started_messages_;
  start_packet(terminal * kMaxInjectionPorts + port, record, bytes, network);
  leave_queue(terminal, answer, now);
}

void Sources::start_whole(TerminalId terminal, unsigned port, MessagePort& network, Cycle now) {
  MessageRecord record = next_message(terminal);
  if (connected_) refuse_without_route(record);
  record.start = now;
  record.length_bytes = workload_.lengths->bytes(terminal, record.sequence);
  record.data_flits = static_cast<std::uint16_t>(
      data_flits(record.length_bytes, format_.flit_bytes, format_.least_data_flits));
  classify(record);
  ++started_messages_;
  network.start(terminal, port, messages_.insert(record), record.destination,
                1u + record.data_flits);
  leave_queue(terminal, false, now);
}

void Sources::classify(MessageRecord& message) {
  if (!class_of_) return;
  const std::uint64_t header = headers_[message.source]++;
  if (message.packet == 0)
    message.message_class = static_cast<std::uint8_t>(class_of_(message.source, header));
}

void Sources::leave_queue(TerminalId terminal, bool answer, Cycle now) {
  if (answer)
    drop_answer(terminal);
  else
    fetch_next(terminal, now);
  if (due_[terminal] == 0)
    set_want(terminal, open_[terminal]);
  else
    front(terminal);
}

/// Starts the packet `record` with as many of its message's remaining `bytes` as it may have. If
/// the network cuts messages into packets, only the message's header is offered; the network makes
/// the headers of the later packets.
void Sources::start_packet(std::size_t index, MessageRecord record, unsigned bytes,
                           NetworkInputs& network) {
  const unsigned own = std::min(bytes, format_.packet_bytes);
  record.length_bytes = static_cast<std::uint16_t>(own);
  record.data_flits =
      static_cast<std::uint16_t>(data_flits(own, format_.flit_bytes, format_.least_data_flits));
  if (!whole_messages_ || record.packet == 0) classify(record);
  const MessageId id = messages_.insert(record);
  const TerminalId terminal = record.source;
  const auto port = static_cast<unsigned>(index % kMaxInjectionPorts);
  if (observer_ != nullptr) observer_->injected(record, id, port, bytes);
  const bool single = record.data_flits == 0;
  if (!single) {
    open_message_[index] = {id, static_cast<std::uint32_t>(record.number), 1, record.data_flits};
    open_[terminal] = static_cast<PortMask>(open_[terminal] | 1u << port);
  }
  if (!whole_messages_ || record.packet == 0)
    network.offer(terminal, port,
                  {make_tag(true, single), 0, id, record.destination,
                   whole_messages_ ? static_cast<std::uint16_t>(bytes) : record.length_bytes,
                   static_cast<std::uint32_t>(record.number)});
  if (bytes == own) return;
  ++record.packet;
  rest_[index] = {record, bytes - own};
}

void Sources::fetch_next(TerminalId terminal, Cycle now) {
  Head& head = head_[terminal];
  advance(terminal, head);
  if (head.birth <= now) return;  // still due
  due_[terminal] &= static_cast<std::uint8_t>(~kHeadDue);
  if (head.birth != kNever) waiting_.add(terminal, head.birth);
}

void Sources::drop_answer(TerminalId terminal) {
  born_[terminal].pop();
  ++started_answers_[terminal];
  if (born_[terminal].empty()) due_[terminal] &= static_cast<std::uint8_t>(~kAnswerDue);
}

void Sources::continue_message(TerminalId terminal, unsigned port, NetworkInputs& network) {
  const std::size_t index = terminal * kMaxInjectionPorts + port;
  OpenMessage& open = open_message_[index];
  if (open.next_index == 0) {
    const auto rest = rest_.extract(index).mapped();
    start_packet(index, rest.next, rest.bytes, network);
    if (!whole_messages_) return;
    ++offered_flits_;  // the network's header
  }
  const bool last = open.next_index == open.data_flits;
  const bool more = !rest_.empty() && rest_.count(index) != 0;
  const bool tail = last && !(whole_messages_ && more);
  network.offer(terminal, port,
                {make_tag(false, tail), open.next_index, open.id, 0, 0, open.number});
  ++open.next_index;
  if (!last) return;
  if (more) {
    open.next_index = 0;
    return;
  }
  open_[terminal] = static_cast<PortMask>(open_[terminal] & ~(1u << port));
  if (!due_[terminal]) set_want(terminal, open_[terminal]);
}

void Sources::stop() {
  waiting_.clear();
  answers_ = {};
  born_.assign(born_.size(), {});
  for (TerminalId terminal = 0; terminal < want_.size(); ++terminal) {
    due_[terminal] = 0;
    set_want(terminal, open_[terminal]);
  }
}

std::uint64_t Sources::backlog(Cycle now) const {
  std::uint64_t count = 0;
  for (TerminalId terminal = 0; terminal < head_.size(); ++terminal) {
    if ((due_[terminal] & kAnswerDue) != 0) count += born_[terminal].size();
    if ((due_[terminal] & kHeadDue) == 0) continue;
    for (Head head = head_[terminal]; head.birth < now; advance(terminal, head)) ++count;
  }
  return count;
}

EjectionStalls::EjectionStalls(std::uint32_t terminals, double probability, std::uint64_t seed)
    : probability_(probability), seed_(seed), stalled_(terminals) {}

void EjectionStalls::apply(NetworkInputs& network, Cycle now) {
  if (probability_ <= 0) return;
  for (TerminalId terminal = 0; terminal < stalled_.size(); ++terminal) {
    const bool stall = Random(seed_, terminal, Purpose::kStall, now).unit() < probability_;
    if (stall == (stalled_[terminal] != 0)) continue;
    stalled_[terminal] = stall;
    network.stall_ejection(terminal, stall);
  }
}

}  // namespace wayfarer
