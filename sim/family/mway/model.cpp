#include "family/mway/model.hpp"
#include "family/mway/config.hpp"

#include <algorithm>
#include <vector>

#include "core/idle_port.hpp"
#include "family/mway/aged/ages.hpp"
#include "family/mway/base.hpp"
#include "family/mway/header.hpp"
#include "family/mway/pipelined/stages.hpp"

namespace wayfarer {
namespace {

using namespace mway;

constexpr unsigned lowest_bit(std::uint32_t mask) {
  return static_cast<unsigned>(__builtin_ctz(mask));
}

/// A cycle decides for all channels from the state at its start, then applies the decisions, one
/// kind of change after the other: headers, departures, arrivals, tails, new levels. Each kind has
/// a list of its moves, which keeps branches out of the loop over body flits. There is one class
/// for each kind of Stat, of freeing, of ages and of stages, for the same reason.
template <bool kExact, bool kEarly, class Ageing, class Stages>
class MwayModel final : public MwayBase, public IdlePort {
 public:
  template <class... Options>
  explicit MwayModel(const NetworkConfig& config, const Options&... options)
      : MwayBase(config),
        ages_(config, topology_, numbers_, options...),
        stages_(numbers_, shape_.channels) {}
  void reset() override {
    MwayBase::reset();
    ages_.reset();
    stages_.reset();
  }
  void step() override;

  /// A turn of cyclic Stat lines tells every driver what has changed.
  Cycle settling_cycles() const override {
    return Ageing::kTimeless ? kRouterCycles + topology_.ways() : kNever;
  }
  void skip(Cycle cycles) override {
    if (!kExact) turn_ = static_cast<unsigned>((turn_ + cycles) % topology_.ways());
  }

 private:
  // Decide: from the state at the start of the cycle.
  void show_drivers();
  void grant_channels();
  void grant_registered();
  [[nodiscard]] Outgoing choose_next(SetId set, unsigned candidates) const;
  void choose_flits();
  void find_receiver(Move& move) const;
  [[nodiscard]] BufferId receiver_of(SetId set, const StoredFlit& header) const;
  void refuse_without_room();
  void register_eligible();
  void listen_to_turn(ChannelId channel);

  // Apply: registers change.
  void send_headers();
  void map_header(Move& move);
  bool pop(Buffer& buffer, const Move& move);
  void pop_taken();
  void push_all();
  void close_tails();
  unsigned push(BufferId buffer, const StoredFlit& flit);
  void refuse(const Move& move);
  void record();
  void deliver(const Move& move);
  void inject(const Offer& offer);
  std::uint8_t inject_header(SetId set, const Offer& offer);
  std::uint8_t inject_data(SetId set, const Offer& offer);

  // Settle: update the conditions for requests.
  void settle();
  void settle_level(BufferId buffer, bool full);
  void wait_for_receiver(BufferId buffer);
  void stop_waiting(BufferId buffer, const StoredFlit& header);
  void set_receiver_full(BufferId sender, bool full);
  void set_available(ReceiverId receiver, unsigned buffer_class, bool available);
  void announce(Set& set);
  void refresh_ready(SetId set);
  void update_stall(TerminalId terminal);
  void show_stall(ReceiverId receiver, TerminalId terminal);

  /// With exact Stat no flit is refused, unless its receiver has stalled since it was chosen.
  static constexpr bool kCertain = kExact && !Stages::kRegistered;

  [[nodiscard]] bool taken(const Move& move) const { return kCertain || move.target != kNone; }

  Ageing ages_;
  Stages stages_;
};

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::step() {
  begin_step();
  if (!counting()) show_drivers();
  if constexpr (Stages::kRegistered)
    grant_registered();
  else
    grant_channels();
  ages_.decide();
  choose_flits();
  if (!kCertain) refuse_without_room();
  if constexpr (Stages::kRegistered) register_eligible();
  if (!kExact) {
    for (ChannelId channel = 0; channel < shape_.channels; ++channel) listen_to_turn(channel);
    turn_ = turn_ + 1 == topology_.ways() ? 0 : turn_ + 1;
  }
  record();
  send_headers();
  if (!kCertain) pop_taken();
  push_all();
  ages_.tick();
  close_tails();
  for (const Offer& offer : offers_) inject(offer);
  settle();
  for (const TerminalId terminal : stall_changes_) update_stall(terminal);
  stall_changes_.clear();
  sort_errors();
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::show_drivers() {
  std::transform(driver_.begin(), driver_.end(), drivers_.begin(),
                 [](std::uint16_t driver) { return static_cast<std::uint8_t>(driver); });
}

/// Lists the sets that send in this cycle, in ascending order of channels, and chooses the drivers
/// of the next.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::grant_channels() {
  const unsigned lines = lines_;
  const bool wide = wide_;
  std::uint16_t* const drivers = driver_.data();
  Grant* grant = grants_.start();
  for (std::size_t word = 0; word < active_.size(); ++word) {
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1) {
      const auto channel =
          static_cast<ChannelId>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
      const Fronts* const fronts = &fronts_[channel << (lines - kLaneShift)];
      Lanes eligible[2];
      eligible[0] = fronts[0].eligible();
      unsigned requests = nonzero_lanes(eligible[0]);
      if (wide) {
        eligible[1] = fronts[1].eligible();
        requests |= nonzero_lanes(eligible[1]) << kLanes;
      }
      if (requests == 0) {
        ages_.idle(channel);
        const bool empty = fronts[0].empty() && (!wide || fronts[1].empty());
        if (empty) active_[word] &= ~(bits & -bits);
        continue;
      }
      const unsigned driver = drivers[channel];
      const SetId set = channel << lines | driver;
      *grant = {set, ages_.admit(set, lane_of(eligible, driver))};
      grant += grant->eligible != 0;
      requests = ages_.compete({channel, eligible, requests}, fronts);
      drivers[channel] = static_cast<std::uint16_t>(ages_.next_driver(driver, requests));
    }
  }
  grants_.end_at(grant);
}

/// The same in two stages: the flits that a channel's register holds are sent, and the register of
/// the next driver is loaded. A header is not chosen while another is on the lines, since both
/// might have seen the same free buffer.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::grant_registered() {
  Grant* grant = grants_.start();
  for (std::size_t word = 0; word < active_.size(); ++word) {
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1) {
      const auto channel =
          static_cast<ChannelId>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
      const Fronts* const fronts = &fronts_[channel << (lines_ - kLaneShift)];
      Lanes* const eligible = stages_.eligible(channel);
      unsigned requests = nonzero_lanes(eligible[0]);
      if (wide_) requests |= nonzero_lanes(eligible[1]) << kLanes;
      const unsigned sending = stages_.outgoing(channel).member;
      const SetId set = channel << lines_ | driver_[channel];
      *grant = {set, sending};
      grant += sending != 0;
      if (requests == 0) {
        stages_.load(channel, {});
        const bool empty = fronts[0].empty() && (!wide_ || fronts[1].empty());
        if (empty && sending == 0) active_[word] &= ~(bits & -bits);
      } else {
        const unsigned next = next_on_ring(driver_[channel], requests);
        const SetId next_set = channel << lines_ | next;
        unsigned candidates = lane_of(eligible, next);
        if (next_set == set) candidates &= ~sending;
        if ((header(set) & sending) != 0) candidates &= ~unsigned{header(next_set)};
        stages_.load(channel, choose_next(next_set, candidates));
        driver_[channel] = static_cast<std::uint16_t>(next);
      }
      eligible[0] = fronts[0].eligible();
      if (wide_) eligible[1] = fronts[1].eligible();
    }
  }
  grants_.end_at(grant);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
Outgoing MwayModel<kExact, kEarly, Ageing, Stages>::choose_next(SetId set,
                                                                unsigned candidates) const {
  if (candidates == 0) return {};
  const unsigned ahead = candidates & sets_[set].turn;
  const unsigned number = lowest_bit(ahead != 0 ? ahead : candidates);
  const BufferId id = buffer_of(set, number);
  const StoredFlit& flit = slots_[numbers_.slot_of(id, buffers_[id].front)];
  return {1u << number,
          kExact && flit.tag() == Tag::kHeader ? receiver_of(set, flit) : BufferId{kNone}};
}

/// A buffer that sends may request again for its next flit at once. A header on the lines holds
/// back others for the same receiver, which may have no other free buffer.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::register_eligible() {
  for (const Move* const each : headers_) {
    const SetId first = each->set & ~numbers_.driver_mask;
    const ReceiverId receiver = first | each->flit.way();
    for (unsigned key = 2 * receiver; key < 2 * receiver + 2; ++key) {
      for (unsigned left = waiting_drivers_[key]; left != 0; left &= left - 1) {
        const unsigned driver = lowest_bit(left);
        stages_.set_eligible(first | driver, waiting_[key << lines_ | driver], false);
      }
    }
  }
  for (const Move& move : moves_) {
    const Buffer& buffer = buffers_[move.sender];
    bool eligible = taken(move) && buffer.level > 1;
    if (eligible) {
      const StoredFlit& next = slots_[numbers_.slot_of(move.sender, buffer.front + 1)];
      eligible =
          next.tag() == Tag::kHeader ? available_[class_key(move.set, next)] != 0 : move.fills == 0;
    }
    stages_.set_eligible(move.set, move.member, eligible);
  }
}

/// Round robin in each set that sends, and the targets of the flits.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::choose_flits() {
  const Numbers numbers = numbers_;
  Buffer* const buffers = buffers_.data();
  const StoredFlit* const slots = slots_.data();
  Set* const sets = sets_.data();
  const unsigned first_processor = topology_.processor_way(0);
  Move* move = moves_.start();
  Move** header = headers_.start();
  Move** tail = tails_.start();
  SetId* injecting = injecting_.start();
  BufferId* drained = drained_.start();
  for (const Grant& grant : grants_) {
    Set& set = sets[grant.set];
    const unsigned ahead = grant.eligible & set.turn;
    const unsigned number = lowest_bit(ahead != 0 ? ahead : grant.eligible);
    set.turn = static_cast<BufferMask>(~1u << number);
    const BufferId sender = numbers.buffer_of(grant.set, number);
    Buffer& buffer = buffers[sender];
    const StoredFlit flit = slots[numbers.slot_of(sender, buffer.front)];
    move->sender = sender;
    move->target = buffer.target;
    move->flit = flit;
    move->set = grant.set;
    move->member = 1u << number;
    *header = move;
    header += flit.tag() == Tag::kHeader;
    *tail = move;
    tail += flit.tag() == Tag::kTail;
    *injecting = grant.set;
    injecting += numbers.driver_of(grant.set) >= first_processor;
    if (kCertain) {
      *drained = sender;
      drained += pop(buffer, *move);
    }
    ++move;
  }
  moves_.end_at(move);
  headers_.end_at(header);
  tails_.end_at(tail);
  injecting_.end_at(injecting);
  drained_.end_at(drained);
  for (Move* const each : headers_) find_receiver(*each);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::find_receiver(Move& move) const {
  if constexpr (kExact && Stages::kRegistered)
    move.target = stages_.sent_target(channel_of(move.set));
  else
    move.target = receiver_of(move.set, move.flit);
}

/// The buffer that takes a header; kNone if none is free.
template <bool kExact, bool kEarly, class Ageing, class Stages>
BufferId MwayModel<kExact, kEarly, Ageing, Stages>::receiver_of(SetId set,
                                                                const StoredFlit& flit) const {
  const std::uint32_t receiver = receivers_[channel_of(set) << lines_ | flit.way()];
  if (receiver >= kEjection) return receiver;
  const unsigned free = free_buffers(sets_[receiver]) & class_members_[flit.buffer_class()];
  return free != 0 ? buffer_of(receiver, lowest_bit(free)) : kNone;
}

/// With cyclic Stat a driver's view may be out of date; with stages it is two cycles old.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::refuse_without_room() {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    Move& move = moves_[i];
    move.fills = 0;
    if (move.target == kNone) continue;
    if (move.target >= kEjection) {
      if (stalled_[move.target & ~kEjection] != 0) move.target = kNone;
      continue;
    }
    const unsigned level = buffers_[move.target].level;
    if (level == depth_) move.target = kNone;
    move.fills = level + 1 == depth_;
  }
}

/// Cyclic Stat: all drivers of the channel receive the status of the receiver whose turn it is.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::listen_to_turn(ChannelId channel) {
  const ReceiverId receiver = channel << lines_ | turn_;
  const std::uint32_t who = receivers_[receiver];
  if (who == kNone) return;
  if (who >= kEjection) {
    show_stall(receiver, who & ~kEjection);
    return;
  }
  const Set& set = sets_[who];
  for (unsigned c = 0; c < 2; ++c) {
    set_available(receiver, c, (free_buffers(set) & class_members_[c]) != 0);
  }
  for (unsigned left = set.mapped; left != 0; left &= left - 1) {
    const unsigned number = lowest_bit(left);
    set_receiver_full(buffers_[buffer_of(who, number)].upstream, (set.full >> number & 1) != 0);
  }
}

/// Lists or counts the moves and delivers the ejected flits.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::record() {
  const Numbers numbers = numbers_;
  const auto record_all = [this](auto show) {
    Move** ejection = ejections_.start();
    for (Move& move : moves_) {
      const bool acknowledged = taken(move);
      show(move, acknowledged);
      *ejection = &move;
      ejection += move.target >= kEjection && acknowledged;
    }
    ejections_.end_at(ejection);
  };
  const MessageId mask = shape_.channel_id_mask;
  const auto transfer_of = [&](const Move& move, bool acknowledged) -> Transfer {
    const Tag tag = move.flit.tag();
    return {numbers.channel_of(move.set),
            static_cast<std::uint8_t>(numbers.driver_of(move.set)),
            static_cast<std::uint8_t>(numbers.number_of(move.sender)),
            tag,
            acknowledged,
            tag == Tag::kHeader ? move.flit.message() & mask : 0};
  };
  if (!counting()) {
    transfers_.resize(moves_.size());
    record_all([&, transfer = transfers_.data()](const Move& move, bool acknowledged) mutable {
      *transfer++ = transfer_of(move, acknowledged);
    });
  } else if (!listing_ends()) {
    record_all([&](const Move& move, bool acknowledged) {
      if (acknowledged) count(numbers.channel_of(move.set));
    });
  } else {
    transfers_.resize(moves_.size() + 1);  // written before it is known whether it counts
    Transfer* transfer = transfers_.data();
    record_all([&](const Move& move, bool acknowledged) {
      if (acknowledged) count(numbers.channel_of(move.set));
      *transfer = transfer_of(move, true);
      transfer += acknowledged && move.flit.tag() != Tag::kBody;
    });
    transfers_.resize(static_cast<std::size_t>(transfer - transfers_.data()));
  }
  for (const Move* const each : ejections_) deliver(*each);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::send_headers() {
  for (Move* const each : headers_) {
    Move& move = *each;
    if (!taken(move)) continue;
    buffers_[move.sender].target = move.target;
    clear_bits(receiver_full(move.set), move.member);
    clear_bits(header(move.set), move.member);
    stop_waiting(move.sender, move.flit);
    if (move.target < kEjection) map_header(move);
  }
}

/// Allocates the receiving buffer to the message and routes the header for the next channel.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::map_header(Move& move) {
  const SetId set_id = set_of(move.target);
  Set& set = sets_[set_id];
  set_bits(set.allocated, member_of(move.target));
  set_bits(set.mapped, member_of(move.target));
  Buffer& buffer = buffers_[move.target];
  buffer.upstream = move.sender;
  ages_.carry(move.sender, numbers_.slot_of(move.target, buffer.front + buffer.level));
  const MwayHop hop = route(channel_of(set_id), move.flit.info, move.flit.buffer_class());
  move.flit = StoredFlit::make(Tag::kHeader, move.flit.message(), hop.way, hop.buffer_class,
                               move.flit.info);
}

/// All departures precede the arrivals, so a level that reaches the depth is final.
/// Returns whether the buffer was full.
template <bool kExact, bool kEarly, class Ageing, class Stages>
[[gnu::always_inline]] inline bool MwayModel<kExact, kEarly, Ageing, Stages>::pop(
    Buffer& buffer, const Move& move) {
  const unsigned level = buffer.level;
  buffer.level = level - 1;
  buffer.front = (buffer.front + 1) & numbers_.slot_mask;
  BufferMask& mask = occupied(move.set);
  mask = static_cast<BufferMask>(mask & ~(move.member * (level == 1)));
  return level == depth_;
}

/// An accepted flit leaves, a refused flit stays.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::pop_taken() {
  BufferId* drained = drained_.start();
  for (const Move& move : moves_) {
    if (move.target == kNone) {
      if (!kExact) refuse(move);
      continue;
    }
    if (!kExact) set_receiver_full(move.sender, move.fills != 0);
    *drained = move.sender;
    drained += pop(buffers_[move.sender], move);
  }
  drained_.end_at(drained);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::push_all() {
  BufferId* filled = filled_.start();
  for (const Move& move : moves_) {
    if (move.target >= kEjection) continue;
    *filled = move.target;
    filled += push(move.target, move.flit) == depth_;
  }
  filled_.end_at(filled);
}

/// Returns the buffer's new level.
template <bool kExact, bool kEarly, class Ageing, class Stages>
[[gnu::always_inline]] inline unsigned MwayModel<kExact, kEarly, Ageing, Stages>::push(
    BufferId id, const StoredFlit& flit) {
  Buffer& buffer = buffers_[id];
  const unsigned level = buffer.level;
  slot(id, buffer.front + level) = flit;
  buffer.level = level + 1;
  const SetId set = set_of(id);
  const ChannelId channel = channel_of(set);
  set_bits(occupied(set), member_of(id));
  active_[channel / 64] |= std::uint64_t{1} << channel % 64;
  return level + 1;
}

/// The next message in the sender's buffer may request; the receiving buffer's mapping ends.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::close_tails() {
  for (const Move* const each : tails_) {
    const Move& move = *each;
    if (!taken(move)) continue;
    const Buffer& buffer = buffers_[move.sender];
    if (!kEarly) {
      clear_bits(sets_[move.set].allocated, member_of(move.sender));
    } else if (buffer.level != 0) {
      wait_for_receiver(move.sender);
    }
    if (move.target >= kEjection) continue;
    Set& set = sets_[set_of(move.target)];
    clear_bits(set.mapped, member_of(move.target));
    if (kEarly) clear_bits(set.allocated, member_of(move.target));
  }
}

/// The flit was refused and stays; the driver waits for the receiver's next status.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::refuse(const Move& move) {
  if (move.flit.tag() == Tag::kHeader) {
    const ReceiverId receiver = channel_of(move.set) << lines_ | move.flit.way();
    set_available(receiver, move.flit.buffer_class(), false);
  }
  set_receiver_full(move.sender, true);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::deliver(const Move& move) {
  const bool header = move.flit.tag() == Tag::kHeader;
  Delivery delivery;
  delivery.terminal = move.target & ~kEjection;
  delivery.driver = static_cast<std::uint8_t>(driver_of(move.set));
  delivery.buffer = static_cast<std::uint8_t>(numbers_.number_of(move.sender));
  delivery.tag = move.flit.tag();
  delivery.index = header ? 0 : static_cast<std::uint16_t>(move.flit.info & 0xff);
  delivery.message = move.flit.message() & (header ? shape_.header_id_mask : ~MessageId{0});
  deliveries_.push_back(delivery);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::inject(const Offer& offer) {
  const SetId set_id = injection_set(offer.terminal);
  Set& set = sets_[set_id];
  const unsigned member = 1u << offer.injection_port;
  const Tag tag = offer.flit.tag;
  const bool is_data = tag == Tag::kBody || tag == Tag::kTail;
  std::uint8_t causes = 0;
  if ((set.discarding & member) != 0) {
    if (!is_data) causes = kErrorOrder;
    if (tag == Tag::kTail) clear_bits(set.discarding, member);
  } else if (is_data != ((set.mapped & member) != 0)) {
    causes = kErrorOrder;
  } else if (is_data) {
    causes = inject_data(set_id, offer);
  } else if (tag == Tag::kHeader) {
    causes = inject_header(set_id, offer);
  } else {
    causes = kErrorOrder;
  }
  if (causes != 0) report(offer.terminal, causes);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
std::uint8_t MwayModel<kExact, kEarly, Ageing, Stages>::inject_header(SetId set_id,
                                                                      const Offer& offer) {
  Set& set = sets_[set_id];
  const unsigned member = 1u << offer.injection_port;
  const std::optional<TerminalId> destination = destination_of(set_id, offer);
  if (!destination) {
    set_bits(set.discarding, member);
    return kErrorDestination;
  }
  const MwayHop hop = route(channel_of(set_id), *destination, 0);
  set_bits(set.allocated, member);
  set_bits(set.mapped, member);
  const BufferId id = buffer_of(set_id, offer.injection_port);
  const unsigned bytes = offer.flit.length_bytes & MwayHeader::kMaxLengthBytes;
  remaining_[id] = static_cast<std::uint16_t>(config_.data_flits(bytes));
  ages_.start(numbers_.slot_of(id, buffers_[id].front + buffers_[id].level));
  push(id,
       StoredFlit::make(Tag::kHeader, offer.flit.message, hop.way, hop.buffer_class, *destination));
  if (buffers_[id].level == 1) wait_for_receiver(id);
  return 0;
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
std::uint8_t MwayModel<kExact, kEarly, Ageing, Stages>::inject_data(SetId set_id,
                                                                    const Offer& offer) {
  Set& set = sets_[set_id];
  const unsigned member = 1u << offer.injection_port;
  const BufferId id = buffer_of(set_id, offer.injection_port);
  const bool last = remaining_[id]-- == 1;
  const bool tail = offer.flit.tag == Tag::kTail;
  if (last && !tail) set_bits(set.discarding, member);
  if (last || tail) {
    clear_bits(set.mapped, member);
    if (kEarly) clear_bits(set.allocated, member);
  }
  push(id, StoredFlit::make(last || tail ? Tag::kTail : Tag::kBody, offer.flit.message, 0, 0,
                            offer.flit.index));
  return last != tail ? kErrorLength : 0;
}

/// Sets whose buffers were allocated, freed or filled report it to their senders.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::settle() {
  for (const BufferId buffer : drained_) settle_level(buffer, false);
  for (const BufferId buffer : filled_) settle_level(buffer, true);
  for (const Move* const each : headers_) {
    const Move& move = *each;
    if (move.target >= kEjection) continue;
    if (buffers_[move.target].level == 1) wait_for_receiver(move.target);
    announce(sets_[set_of(move.target)]);
  }
  for (const Move* const each : tails_) {
    const Move& move = *each;
    if (!taken(move)) continue;
    if (!kEarly) announce(sets_[move.set]);
    if (kEarly && move.target < kEjection) announce(sets_[set_of(move.target)]);
  }
  for (const SetId set : injecting_) refresh_ready(set);
  for (const Offer& offer : offers_) {
    const BufferId buffer = buffer_of(injection_set(offer.terminal), offer.injection_port);
    assign_bits(sets_[set_of(buffer)].full, member_of(buffer), buffers_[buffer].level == depth_);
    refresh_ready(set_of(buffer));
  }
  offers_.clear();
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::settle_level(BufferId id, bool full) {
  Set& set = sets_[set_of(id)];
  const unsigned member = member_of(id);
  assign_bits(set.full, member, full);
  if (!kExact) return;
  if ((set.mapped & member) != 0) set_receiver_full(buffers_[id].upstream, full);
  announce(set);
}

/// A header has reached the front of the buffer.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::wait_for_receiver(BufferId id) {
  const SetId set = set_of(id);
  const unsigned member = member_of(id);
  const std::uint32_t key = class_key(set, slot(id, buffers_[id].front));
  set_bits(header(set), member);
  set_bits(waiting_[key << lines_ | driver_of(set)], member);
  set_bits(waiting_drivers_[key], 1u << driver_of(set));
  assign_bits(no_receiver(set), member, available_[key] == 0);
  ages_.wait(id, numbers_.slot_of(id, buffers_[id].front), key);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::stop_waiting(BufferId id, const StoredFlit& flit) {
  const SetId set = set_of(id);
  const std::uint32_t key = class_key(set, flit);
  BufferMask& waiting = waiting_[key << lines_ | driver_of(set)];
  ages_.leave(id);
  clear_bits(waiting, member_of(id));
  if (waiting == 0) clear_bits(waiting_drivers_[key], 1u << driver_of(set));
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::set_receiver_full(BufferId sender, bool full) {
  assign_bits(receiver_full(set_of(sender)), member_of(sender), full);
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::set_available(ReceiverId receiver,
                                                              unsigned buffer_class,
                                                              bool available) {
  const std::size_t key = 2 * std::size_t{receiver} + buffer_class;
  if ((available_[key] != 0) == available) return;
  available_[key] = available;
  const SetId first = receiver & ~numbers_.driver_mask;
  for (unsigned left = waiting_drivers_[key]; left != 0; left &= left - 1) {
    const unsigned driver = lowest_bit(left);
    assign_bits(no_receiver(first | driver), waiting_[key << lines_ | driver], !available);
  }
}

/// Exact Stat: publishes a set's free buffers to the channel in the next cycle.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::announce(Set& set) {
  if (!kExact) return;
  const unsigned free = free_buffers(set);
  if (free == set.announced) return;
  set.announced = static_cast<BufferMask>(free);
  set_available(set.receiver, 0, (free & class_members_[0]) != 0);
  set_available(set.receiver, 1, (free & class_members_[1]) != 0);
}

/// The injection buffers that accept a flit.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::refresh_ready(SetId set_id) {
  const Set& set = sets_[set_id];
  const unsigned idle = ~(unsigned{set.mapped} | set.allocated | occupied(set_id));
  const unsigned open = set.mapped & ~set.full;
  ready_[set.terminal] = static_cast<PortMask>(all_ & (set.discarding | open | idle));
}

template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::update_stall(TerminalId terminal) {
  if (stalled_[terminal] == stall_wanted_[terminal]) return;
  stalled_[terminal] = stall_wanted_[terminal];
  if (kExact) show_stall(injection_set(terminal), terminal);
}

/// Shows the channel's drivers whether the processor is stalled.
template <bool kExact, bool kEarly, class Ageing, class Stages>
void MwayModel<kExact, kEarly, Ageing, Stages>::show_stall(ReceiverId receiver,
                                                           TerminalId terminal) {
  const bool stalled = stalled_[terminal] != 0;
  set_available(receiver, 0, !stalled);
  set_available(receiver, 1, !stalled);
  const SetId first = receiver & ~numbers_.driver_mask;
  for (BufferId sender = buffer_of(first, 0);
       sender < buffer_of(first + numbers_.driver_mask + 1, 0); ++sender) {
    if (buffers_[sender].target == (kEjection | terminal)) set_receiver_full(sender, stalled);
  }
}

template <bool kExact, class Ageing, class Stages>
std::unique_ptr<Network> make(const NetworkConfig& config) {
  if (mway_of(config).frees_early()) {
    return std::make_unique<MwayModel<kExact, true, Ageing, Stages>>(config);
  }
  return std::make_unique<MwayModel<kExact, false, Ageing, Stages>>(config);
}

template <class Ageing, class Stages>
std::unique_ptr<Network> make(const NetworkConfig& config) {
  return mway_of(config).stat_lines() == Stat::kCyclic ? make<false, Ageing, Stages>(config)
                                                       : make<true, Ageing, Stages>(config);
}

}  // namespace

std::unique_ptr<Network> make_mway_model(const NetworkConfig& config) {
  switch (mway_of(config).variant) {
    case MwayVariant::kPaper: break;
    case MwayVariant::kPipelined: return make<NoAges, TwoStages>(config);
    case MwayVariant::kAged: return make<Ages, NoStages>(config);
    case MwayVariant::kGuarded: return make_mway_guarded_model(config);
    case MwayVariant::kClocked: return make_mway_clocks_model(config);
    case MwayVariant::kBalanced:
    case MwayVariant::kAdaptive:
    case MwayVariant::kUnescaped: return make_mway_adaptive_model(config);
    case MwayVariant::kMulticast:
    case MwayVariant::kUnordered: return make_mway_multicast_model(config);
  }
  return make<NoAges, NoStages>(config);
}

std::unique_ptr<Network> make_mway_ring_study(const NetworkConfig& config,
                                              const std::vector<unsigned>& order) {
  return std::make_unique<MwayModel<true, true, ReorderedRing, NoStages>>(config, order);
}

}  // namespace wayfarer
