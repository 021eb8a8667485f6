#include "model/mway/mway_model.hpp"

#include <algorithm>
#include <vector>

#include "model/mway/mway_state.hpp"
#include "topology/mway_header.hpp"
#include "topology/mway_topology.hpp"

namespace wayfarer {
namespace {

using namespace mway;

constexpr unsigned lowest_bit(std::uint32_t mask) {
  return static_cast<unsigned>(__builtin_ctz(mask));
}

constexpr unsigned index_width(unsigned count) { return std::max(1u, digit_width(count)); }

/// Eligibility is kept, not recomputed: a buffer's bit changes only when its front flit, its
/// receiver's full status or the availability of the receiver it waits for changes. A cycle then
/// touches the channels that have a request and the buffers that move a flit.
class MwayModel final : public Network {
 public:
  explicit MwayModel(const NetworkConfig& config);

  const NetworkShape& shape() const override { return shape_; }
  void reset() override;
  const std::vector<LaneMask>& injection_ready() const override { return ready_; }
  void offer(TerminalId terminal, unsigned lane, const Flit& flit) override {
    if ((ready_[terminal] >> lane & 1) != 0) offers_.push_back({terminal, lane, flit});
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    if (stall_wanted_[terminal] == stalled) return;
    stall_wanted_[terminal] = stalled;
    stall_changes_.push_back(terminal);
  }
  void step() override;
  const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  const std::vector<Transfer>& transfers() const override { return transfers_; }
  const std::vector<std::uint8_t>& drivers() const override { return drivers_; }
  const std::vector<ErrorEvent>& errors() const override { return errors_; }

 private:
  struct Offer {
    TerminalId terminal;
    unsigned lane;
    Flit flit;
  };

  // Decide: from the state at the start of the cycle.
  void decide(ChannelId channel);
  void choose(SetId set, Move& move);
  void find_receiver(const Set& set, Move& move) const;
  void listen_to_turn(ChannelId channel);

  // Apply: registers change.
  void apply(const Move& move);
  void refuse(const Move& move);
  void record(const Move& move);
  void push(BufferId buffer, const StoredFlit& flit);
  void pop(SetId set, unsigned number, const StoredFlit& flit);
  void accept(BufferId sender, BufferId target, const StoredFlit& flit);
  void note_change(SetId set, BufferMask member, bool front);
  void settle(SetId set);
  void inject(const Offer& offer);
  void update_stall(TerminalId terminal);

  // Bookkeeping of who may request.
  void show_front(SetId set, unsigned number);
  void set_eligible(SetId set, BufferMask members, bool eligible);
  void set_receiver_full(BufferId sender, bool full);
  void set_available(ReceiverId receiver, unsigned buffer_class, bool available);
  void announce_free(Set& set);
  void refresh_ready(const Set& set);

  [[nodiscard]] SetId set_of(BufferId buffer) const { return buffer >> buffer_shift_; }
  [[nodiscard]] unsigned number_of(BufferId buffer) const {
    return buffer & ((1u << buffer_shift_) - 1);
  }
  [[nodiscard]] BufferId buffer_of(SetId set, unsigned number) const {
    return set << buffer_shift_ | number;
  }
  [[nodiscard]] StoredFlit& slot(BufferId buffer, unsigned position) {
    return slots_[std::size_t{buffer} * depth_ + position];
  }
  [[nodiscard]] BufferMask free_buffers(const Set& set) const {
    return static_cast<BufferMask>(all_ & ~(set.allocated | set.full));
  }
  [[nodiscard]] MwayHop route(ChannelId at, TerminalId destination) const;

  const NetworkConfig config_;
  const MwayTopology topology_;
  NetworkShape shape_;
  const unsigned lines_;
  const unsigned buffer_shift_;
  const unsigned depth_;
  const bool early_;
  const bool exact_;
  const BufferMask all_;
  BufferMask class_members_[2];

  std::vector<Set> sets_;
  std::vector<Buffer> buffers_;
  std::vector<StoredFlit> slots_;
  std::vector<SetId> receiver_set_;           ///< By receiver; kNone for ejection or nobody.
  std::vector<TerminalId> receiver_terminal_; ///< By receiver; kNone unless ejection.
  std::vector<std::uint8_t> routes_;          ///< way | class << 4, by channel and terminal.
  std::vector<std::uint16_t> remaining_;      ///< Data flits an injection lane still owes.

  std::vector<DriverMask> requests_;          ///< By channel.
  std::vector<std::uint64_t> active_;         ///< One bit per channel: somebody requests.
  std::vector<std::uint16_t> driver_;         ///< Drv, by channel.
  std::vector<std::uint16_t> available_;      ///< By receiver and class, as drivers know it.
  std::vector<DriverMask> waiting_drivers_;   ///< By receiver and class.
  std::vector<BufferMask> waiting_;           ///< By receiver, class and driver: headers waiting.
  std::vector<std::uint16_t> stalled_;        ///< The ejection set's register.
  std::vector<std::uint8_t> stall_wanted_;
  unsigned turn_ = 0;                         ///< Whose turn on the cyclic Stat lines.

  std::vector<LaneMask> ready_;
  std::vector<Offer> offers_;
  std::vector<TerminalId> stall_changes_;
  std::vector<Move> moves_;
  std::vector<SetId> changed_sets_;
  std::vector<Delivery> deliveries_;
  std::vector<Transfer> transfers_;
  std::vector<std::uint8_t> drivers_;
  std::vector<ErrorEvent> errors_;
};

MwayModel::MwayModel(const NetworkConfig& config)
    : config_(config),
      topology_(config.topology),
      lines_(topology_.priority_lines()),
      buffer_shift_(index_width(config.mway.buffers)),
      depth_(config.mway.depth),
      early_(config.mway.freeing == Freeing::kEarly),
      exact_(config.mway.stat == Stat::kExact),
      all_(static_cast<BufferMask>((1u << config.mway.buffers) - 1)) {
  shape_.name = config.name;
  shape_.terminals = topology_.terminals();
  shape_.channels = topology_.channels();
  shape_.lanes = config.mway.buffers;
  shape_.drivers_per_channel = topology_.ways();
  shape_.flit_bytes = config.flit_bytes();
  shape_.header_id_mask = header_id_mask(config);
  class_members_[0] = static_cast<BufferMask>((1u << config.mway.class_zero_buffers) - 1);
  class_members_[1] = static_cast<BufferMask>(all_ & ~class_members_[0]);

  constexpr std::size_t kLargestTable = std::size_t{1} << 26;
  const std::size_t pairs = std::size_t{topology_.channels()} * topology_.terminals();
  if (pairs <= kLargestTable) {
    routes_.reserve(pairs);
    for (ChannelId at = 0; at < topology_.channels(); ++at) {
      for (TerminalId to = 0; to < topology_.terminals(); ++to) {
        const MwayHop hop = topology_.route(at, to);
        routes_.push_back(static_cast<std::uint8_t>(hop.way | hop.buffer_class << 4));
      }
    }
  }
  reset();
}

MwayHop MwayModel::route(ChannelId at, TerminalId destination) const {
  if (routes_.empty()) return topology_.route(at, destination);
  const std::uint8_t entry = routes_[std::size_t{at} * shape_.terminals + destination];
  return {entry & 15u, static_cast<unsigned>(entry >> 4)};
}

void MwayModel::reset() {
  const std::size_t receivers = std::size_t{shape_.channels} << lines_;
  sets_.assign(receivers, {});
  buffers_.assign(receivers << buffer_shift_, {});
  slots_.assign(buffers_.size() * depth_, {});
  receiver_set_.assign(receivers, kNone);
  receiver_terminal_.assign(receivers, kNone);
  remaining_.assign(buffers_.size(), 0);
  requests_.assign(shape_.channels, 0);
  active_.assign((shape_.channels + 63) / 64, 0);
  driver_.assign(shape_.channels, 0);
  drivers_.assign(shape_.channels, 0);
  available_.assign(2 * receivers, 1);
  waiting_drivers_.assign(2 * receivers, 0);
  waiting_.assign(2 * receivers << lines_, 0);
  stalled_.assign(shape_.terminals, 0);
  stall_wanted_.assign(shape_.terminals, 0);
  ready_.assign(shape_.terminals, all_);
  turn_ = 0;
  offers_.clear();
  stall_changes_.clear();
  changed_sets_.clear();
  deliveries_.clear();
  transfers_.clear();
  errors_.clear();

  for (SetId set = 0; set < sets_.size(); ++set) {
    sets_[set].channel = set >> lines_;
    sets_[set].driver = static_cast<std::uint16_t>(set & ((1u << lines_) - 1));
    sets_[set].announced = all_;
  }
  for (const MwayRouter& router : topology_.routers()) {
    const unsigned plus = topology_.way(router.dimension, false);
    const unsigned minus = topology_.way(router.dimension, true);
    const auto join = [&](ChannelId from, ChannelId to, unsigned identifier) {
      const SetId set = to << lines_ | identifier;
      const ReceiverId receiver = from << lines_ | identifier;
      receiver_set_[receiver] = set;
      sets_[set].receiver = receiver;
    };
    join(router.low, router.high, plus);
    join(router.high, router.low, minus);
  }
  for (TerminalId terminal = 0; terminal < shape_.terminals; ++terminal) {
    const SetId set = topology_.channel_of(terminal) << lines_ |
                      topology_.processor_way(topology_.local_of(terminal));
    sets_[set].terminal = terminal;
    receiver_terminal_[set] = terminal;
  }
  if (exact_) {
    for (ReceiverId receiver = 0; receiver < receivers; ++receiver) {
      available_[2 * receiver + 1] =
          class_members_[1] != 0 || receiver_terminal_[receiver] != kNone;
    }
  }
}

void MwayModel::step() {
  moves_.clear();
  deliveries_.clear();
  transfers_.clear();
  errors_.clear();
  std::transform(driver_.begin(), driver_.end(), drivers_.begin(),
                 [](std::uint16_t driver) { return static_cast<std::uint8_t>(driver); });

  for (std::size_t word = 0; word < active_.size(); ++word) {
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1) {
      decide(static_cast<ChannelId>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
    }
  }
  if (!exact_) {
    for (ChannelId channel = 0; channel < shape_.channels; ++channel) listen_to_turn(channel);
    turn_ = turn_ + 1 == topology_.ways() ? 0 : turn_ + 1;
  }
  for (const Move& move : moves_) {
    if (move.target == kNone) {
      refuse(move);
    } else {
      apply(move);
    }
  }
  for (const Move& move : moves_) record(move);
  for (const Offer& offer : offers_) inject(offer);
  offers_.clear();
  for (const SetId set : changed_sets_) settle(set);
  changed_sets_.clear();
  for (const TerminalId terminal : stall_changes_) update_stall(terminal);
  stall_changes_.clear();
  if (errors_.size() > 1) {
    std::sort(errors_.begin(), errors_.end(), [](const ErrorEvent& a, const ErrorEvent& b) {
      return a.terminal < b.terminal;
    });
  }
}

void MwayModel::decide(ChannelId channel) {
  const unsigned driver = driver_[channel];
  const SetId set = channel << lines_ | driver;
  if (sets_[set].eligible != 0) {
    Move& move = moves_.emplace_back();
    choose(set, move);
    find_receiver(sets_[set], move);
  }
  // Figure 4: priority (Drv - i) is highest for the driver just after Drv, and zero for Drv itself.
  const DriverMask requests = requests_[channel];
  const auto after = static_cast<DriverMask>(requests & ~((2u << driver) - 1));
  driver_[channel] = static_cast<std::uint16_t>(lowest_bit(after != 0 ? after : requests));
}

void MwayModel::choose(SetId set_id, Move& move) {
  Set& set = sets_[set_id];
  const auto ahead = static_cast<BufferMask>(set.eligible & set.turn);
  move.set = set_id;
  move.number = lowest_bit(ahead != 0 ? ahead : set.eligible);
  set.turn = static_cast<BufferMask>(~((2u << move.number) - 1));
  const BufferId buffer = buffer_of(set_id, move.number);
  move.flit = slot(buffer, buffers_[buffer].front);
}

void MwayModel::find_receiver(const Set& set, Move& move) const {
  move.target = buffers_[buffer_of(move.set, move.number)].target;
  if (move.flit.tag() == Tag::kHeader) {
    const ReceiverId receiver = set.channel << lines_ | move.flit.way();
    const SetId to = receiver_set_[receiver];
    if (to == kNone) {
      move.target = kEjection | receiver_terminal_[receiver];
    } else {
      const auto free = static_cast<BufferMask>(free_buffers(sets_[to]) &
                                                class_members_[move.flit.buffer_class()]);
      move.target = free != 0 ? buffer_of(to, lowest_bit(free)) : kNone;
    }
  }
  if (exact_ || move.target == kNone) return;  // exact Stat: who may send is never refused
  if ((move.target & kEjection) != 0) {
    if (stalled_[move.target & ~kEjection]) move.target = kNone;
    return;
  }
  const unsigned level = buffers_[move.target].level;
  if (level == depth_) move.target = kNone;
  move.fills = level + 1 == depth_;
}

/// Cyclic Stat: all drivers of the channel learn the status of the receiver whose turn it is.
void MwayModel::listen_to_turn(ChannelId channel) {
  const ReceiverId receiver = channel << lines_ | turn_;
  const TerminalId terminal = receiver_terminal_[receiver];
  if (terminal != kNone) {
    const bool stalled = stalled_[terminal] != 0;
    set_available(receiver, 0, !stalled);
    set_available(receiver, 1, !stalled);
    for (BufferId sender = channel << (lines_ + buffer_shift_);
         sender < (channel + 1) << (lines_ + buffer_shift_); ++sender) {
      if (buffers_[sender].target == (kEjection | terminal)) set_receiver_full(sender, stalled);
    }
    return;
  }
  const SetId set_id = receiver_set_[receiver];
  if (set_id == kNone) return;
  const Set& set = sets_[set_id];
  for (unsigned c = 0; c < 2; ++c) {
    set_available(receiver, c, (free_buffers(set) & class_members_[c]) != 0);
  }
  for (std::uint32_t left = set.mapped; left != 0; left &= left - 1) {
    const unsigned number = lowest_bit(left);
    set_receiver_full(buffers_[buffer_of(set_id, number)].upstream,
                      (set.full >> number & 1) != 0);
  }
}

void MwayModel::apply(const Move& move) {
  const BufferId sender = buffer_of(move.set, move.number);
  if (move.flit.tag() == Tag::kHeader) buffers_[sender].target = move.target;
  pop(move.set, move.number, move.flit);
  if ((move.target & kEjection) == 0) {
    accept(sender, move.target, move.flit);
  } else if (exact_) {
    set_receiver_full(sender, false);
  }
  if (!exact_) set_receiver_full(sender, move.fills);
}

void MwayModel::accept(BufferId sender, BufferId target, const StoredFlit& flit) {
  Set& set = sets_[set_of(target)];
  const auto member = static_cast<BufferMask>(1u << number_of(target));
  if (flit.tag() == Tag::kHeader) {
    const MwayHop hop = route(set.channel, flit.info);
    set.allocated |= member;
    set.mapped |= member;
    buffers_[target].upstream = sender;
    push(target, StoredFlit::make(Tag::kHeader, flit.message(), hop.way, hop.buffer_class,
                                  flit.info));
    return;
  }
  if (flit.tag() == Tag::kTail) {
    set.mapped &= static_cast<BufferMask>(~member);
    if (early_) set.allocated &= static_cast<BufferMask>(~member);
  }
  push(target, flit);
}

/// Nobody took it: the flit stays; the driver waits for the next word of the receiver's status.
void MwayModel::refuse(const Move& move) {
  if (move.flit.tag() == Tag::kHeader) {
    const ReceiverId receiver = sets_[move.set].channel << lines_ | move.flit.way();
    set_available(receiver, move.flit.buffer_class(), false);
  }
  set_receiver_full(buffer_of(move.set, move.number), true);
}

/// What monitors and terminals see of a move.
void MwayModel::record(const Move& move) {
  const auto driver = static_cast<std::uint8_t>(sets_[move.set].driver);
  const auto number = static_cast<std::uint8_t>(move.number);
  const Tag tag = move.flit.tag();
  transfers_.push_back({sets_[move.set].channel, driver, number, tag, move.target != kNone});
  if (move.target == kNone || (move.target & kEjection) == 0) return;
  const bool header = tag == Tag::kHeader;
  Delivery& delivery = deliveries_.emplace_back();
  delivery.terminal = move.target & ~kEjection;
  delivery.driver = driver;
  delivery.buffer = number;
  delivery.tag = tag;
  delivery.index = header ? 0 : static_cast<std::uint16_t>(move.flit.info & 0xff);
  delivery.message = move.flit.message() & (header ? shape_.header_id_mask : ~MessageId{0});
}

void MwayModel::push(BufferId id, const StoredFlit& flit) {
  Buffer& buffer = buffers_[id];
  unsigned rear = buffer.front + buffer.level;
  if (rear >= depth_) rear -= depth_;
  slot(id, rear) = flit;
  ++buffer.level;
  note_change(set_of(id), static_cast<BufferMask>(1u << number_of(id)), buffer.level == 1);
}

void MwayModel::pop(SetId set_id, unsigned number, const StoredFlit& flit) {
  Set& set = sets_[set_id];
  Buffer& buffer = buffers_[buffer_of(set_id, number)];
  const auto member = static_cast<BufferMask>(1u << number);
  if (flit.tag() == Tag::kHeader) {
    const ReceiverId key = 2 * (set.channel << lines_ | flit.way()) + flit.buffer_class();
    BufferMask& waiting = waiting_[key << lines_ | set.driver];
    waiting &= static_cast<BufferMask>(~member);
    if (waiting == 0) waiting_drivers_[key] &= static_cast<DriverMask>(~(1u << set.driver));
  }
  --buffer.level;
  buffer.front = buffer.front + 1u == depth_ ? 0 : static_cast<std::uint16_t>(buffer.front + 1);
  if (!early_ && flit.tag() == Tag::kTail) set.allocated &= static_cast<BufferMask>(~member);
  note_change(set_id, member, true);
}

void MwayModel::note_change(SetId set_id, BufferMask member, bool front) {
  Set& set = sets_[set_id];
  if (set.changed == 0) changed_sets_.push_back(set_id);
  set.changed |= member;
  if (front) set.changed_front |= member;
}

/// At the end of the cycle: what a set's levels mean for its own requests and for its senders.
void MwayModel::settle(SetId set_id) {
  Set& set = sets_[set_id];
  for (std::uint32_t left = set.changed; left != 0; left &= left - 1) {
    const unsigned number = lowest_bit(left);
    const auto member = static_cast<BufferMask>(1u << number);
    const Buffer& buffer = buffers_[buffer_of(set_id, number)];
    const bool full = buffer.level == depth_;
    set.full = static_cast<BufferMask>(full ? set.full | member : set.full & ~member);
    if (exact_ && (set.mapped & member) != 0 && set.terminal == kNone) {
      set_receiver_full(buffer.upstream, full);
    }
    if ((set.changed_front & member) == 0) continue;
    if (buffer.level == 0) {
      set.occupied &= static_cast<BufferMask>(~member);
      set_eligible(set_id, member, false);
    } else {
      set.occupied |= member;
      show_front(set_id, number);
    }
  }
  set.changed = 0;
  set.changed_front = 0;
  if (set.terminal != kNone) {
    refresh_ready(set);
  } else if (exact_) {
    announce_free(set);
  }
}

void MwayModel::inject(const Offer& offer) {
  const SetId set_id = topology_.channel_of(offer.terminal) << lines_ |
                       topology_.processor_way(topology_.local_of(offer.terminal));
  Set& set = sets_[set_id];
  const auto lane = static_cast<BufferMask>(1u << offer.lane);
  const BufferId id = buffer_of(set_id, offer.lane);
  const Tag tag = offer.flit.tag;
  const bool is_data = tag == Tag::kBody || tag == Tag::kTail;
  std::uint8_t causes = 0;
  if ((set.discarding & lane) != 0) {
    if (!is_data) causes = kErrorOrder;
    if (tag == Tag::kTail) set.discarding &= static_cast<BufferMask>(~lane);
  } else if ((set.mapped & lane) == 0) {
    if (tag != Tag::kHeader) {
      causes = kErrorOrder;
    } else if (const auto destination =
                   offer.flit.destination < shape_.terminals
                       ? std::optional<TerminalId>(offer.flit.destination)
                       : decode_dest(config_.topology,
                                     encode_dest(config_.topology, offer.flit.destination))) {
      const MwayHop hop = route(set.channel, *destination);
      set.allocated |= lane;
      set.mapped |= lane;
      const unsigned bytes = offer.flit.length_bytes & MwayHeader::kMaxLengthBytes;
      remaining_[id] = static_cast<std::uint16_t>(config_.data_flits(bytes));
      push(id, StoredFlit::make(Tag::kHeader, offer.flit.message, hop.way, hop.buffer_class,
                                *destination));
    } else {
      causes = kErrorDestination;
      set.discarding |= lane;
    }
  } else if (!is_data) {
    causes = kErrorOrder;
  } else {
    const bool last = remaining_[id]-- == 1;
    const bool tail = tag == Tag::kTail;
    if (last != tail) causes = kErrorLength;
    if (last && !tail) set.discarding |= lane;
    if (last || tail) {
      set.mapped &= static_cast<BufferMask>(~lane);
      if (early_) set.allocated &= static_cast<BufferMask>(~lane);
    }
    push(id, StoredFlit::make(last || tail ? Tag::kTail : Tag::kBody, offer.flit.message, 0, 0,
                              offer.flit.index));
  }
  if (set.changed == 0) refresh_ready(set);  // else when the cycle's changes settle
  if (causes != 0) errors_.push_back({offer.terminal, causes});
}

void MwayModel::update_stall(TerminalId terminal) {
  if (stalled_[terminal] == stall_wanted_[terminal]) return;
  stalled_[terminal] = stall_wanted_[terminal];
  if (!exact_) return;
  const bool stalled = stalled_[terminal] != 0;
  const ChannelId channel = topology_.channel_of(terminal);
  const ReceiverId receiver =
      channel << lines_ | topology_.processor_way(topology_.local_of(terminal));
  set_available(receiver, 0, !stalled);
  set_available(receiver, 1, !stalled);
  for (BufferId sender = channel << (lines_ + buffer_shift_);
       sender < (channel + 1) << (lines_ + buffer_shift_); ++sender) {
    if (buffers_[sender].target == (kEjection | terminal)) set_receiver_full(sender, stalled);
  }
}

void MwayModel::show_front(SetId set_id, unsigned number) {
  const Set& set = sets_[set_id];
  const BufferId id = buffer_of(set_id, number);
  const StoredFlit& flit = slot(id, buffers_[id].front);
  const auto member = static_cast<BufferMask>(1u << number);
  if (flit.tag() == Tag::kHeader) {
    const ReceiverId key = 2 * (set.channel << lines_ | flit.way()) + flit.buffer_class();
    waiting_[key << lines_ | set.driver] |= member;
    waiting_drivers_[key] |= static_cast<DriverMask>(1u << set.driver);
    set_eligible(set_id, member, available_[key] != 0);
  } else {
    set_eligible(set_id, member, (set.receiver_full & member) == 0);
  }
}

void MwayModel::set_eligible(SetId set_id, BufferMask members, bool eligible) {
  Set& set = sets_[set_id];
  const BufferMask before = set.eligible;
  set.eligible = static_cast<BufferMask>(eligible ? before | members : before & ~members);
  if ((before != 0) == (set.eligible != 0)) return;
  DriverMask& requests = requests_[set.channel];
  requests ^= static_cast<DriverMask>(1u << set.driver);
  const std::uint64_t bit = std::uint64_t{1} << set.channel % 64;
  if (requests != 0) {
    active_[set.channel / 64] |= bit;
  } else {
    active_[set.channel / 64] &= ~bit;
  }
}

void MwayModel::set_receiver_full(BufferId sender, bool full) {
  const SetId set_id = set_of(sender);
  const unsigned number = number_of(sender);
  Set& set = sets_[set_id];
  const auto member = static_cast<BufferMask>(1u << number);
  if (((set.receiver_full & member) != 0) == full) return;
  set.receiver_full ^= member;
  if ((set.occupied & member) == 0) return;
  if (slot(sender, buffers_[sender].front).tag() == Tag::kHeader) return;
  set_eligible(set_id, member, !full);
}

void MwayModel::set_available(ReceiverId receiver, unsigned buffer_class, bool available) {
  const std::size_t key = 2 * std::size_t{receiver} + buffer_class;
  if ((available_[key] != 0) == available) return;
  available_[key] = available;
  const SetId first = receiver >> lines_ << lines_;
  for (std::uint32_t left = waiting_drivers_[key]; left != 0; left &= left - 1) {
    const unsigned driver = lowest_bit(left);
    set_eligible(first | driver, waiting_[key << lines_ | driver], available);
  }
}

/// Exact Stat: a set's free buffers are known to its channel in the next cycle.
void MwayModel::announce_free(Set& set) {
  const BufferMask free = free_buffers(set);
  if (free == set.announced) return;
  set.announced = free;
  set_available(set.receiver, 0, (free & class_members_[0]) != 0);
  set_available(set.receiver, 1, (free & class_members_[1]) != 0);
}

void MwayModel::refresh_ready(const Set& set) {
  const unsigned idle = ~(set.mapped | set.allocated | set.occupied);
  const unsigned open = set.mapped & ~set.full;
  ready_[set.terminal] = static_cast<LaneMask>(all_ & (set.discarding | open | idle));
}

}  // namespace

std::unique_ptr<Network> make_mway_model(const NetworkConfig& config) {
  return std::make_unique<MwayModel>(config);
}

}  // namespace wayfarer
