#include "family/mway/model.hpp"

#include <algorithm>
#include <vector>

#include "family/mway/ages.hpp"
#include "family/mway/base.hpp"
#include "family/mway/config.hpp"
#include "family/mway/groups.hpp"
#include "family/mway/tree.hpp"

namespace wayfarer {
namespace {

using namespace mway;

constexpr unsigned kWayShift = 4;  ///< Receivers of a buffer's message, at most 16.

/// The twin of mway_multicast_bank and the modules around it. A cycle decides for all channels from
/// the state at its start, then moves the flits.
class MulticastModel final : public MwayBase, public MwayGroups {
 public:
  explicit MulticastModel(const NetworkConfig& config)
      : MwayBase(config),
        ordered_(mway_of(config).multicast == Multicast::kOrdered),
        processors_(topology_.processor_way(0)),
        tree_(topology_) {
    make_state();
  }

  void reset() override {
    MwayBase::reset();
    make_state();
  }
  void step() override;

 private:
  void use(const std::vector<MulticastGroup>& groups) override { tree_.set_groups(groups); }

  /// A flit on a channel in this cycle.
  struct Sent {
    BufferId sender = 0;
    StoredFlit flit;
    unsigned takers = 0;  ///< By way.
    bool leaves = true;   ///< No receiver is missing.
  };

  void make_state();
  void decide(ChannelId channel);
  [[nodiscard]] unsigned eligible(SetId set, unsigned available) const;
  [[nodiscard]] bool may_send(BufferId id, unsigned available) const;
  [[nodiscard]] unsigned takers(unsigned missing, unsigned available) const;
  void send(SetId set, unsigned eligible);
  void record(const Sent& sent);
  void pop(const Sent& sent);
  void push_all(const Sent& sent);
  void push(BufferId id, const StoredFlit& flit);
  void inject(const Offer& offer);
  std::uint8_t inject_header(SetId set, const Offer& offer);
  std::uint8_t inject_data(SetId set, const Offer& offer);
  void start_message(BufferId id, unsigned receivers, bool released);
  void show_free(SetId set);
  void refresh_ready(SetId set);
  void update_stall(TerminalId terminal);

  [[nodiscard]] std::uint32_t receiver(SetId set, unsigned way) const {
    return receivers_[channel_of(set) << lines_ | way];
  }
  [[nodiscard]] BufferId& copy(BufferId sender, unsigned way) {
    return copies_[std::size_t{sender} << kWayShift | way];
  }

  const bool ordered_;
  const unsigned processors_;  ///< The first way of a processor.
  MwayTree tree_;

  // By buffer: its message's receivers on the channel, and those that have not taken the header.
  std::vector<std::uint16_t> message_receivers_;
  std::vector<std::uint16_t> missing_;
  std::vector<std::uint8_t> released_;    ///< The header may go on without a flit behind it.
  std::vector<BufferId> copies_;          ///< By buffer and way: the receiving buffer.
  std::vector<std::uint16_t> free_ways_;  ///< By channel: receivers that take a header.
  std::vector<Sent> sent_;
};

void MulticastModel::make_state() {
  message_receivers_.assign(buffers_.size(), 0);
  missing_.assign(buffers_.size(), 0);
  released_.assign(buffers_.size(), 0);
  copies_.assign(buffers_.size() << kWayShift, kNone);
  free_ways_.assign(shape_.channels + 1, 0);
  for (ReceiverId id = 0; id < receivers_.size(); ++id)
    if (receivers_[id] != kNone)
      free_ways_[channel_of(id)] =
          static_cast<std::uint16_t>(free_ways_[channel_of(id)] | 1u << driver_of(id));
  sent_.clear();
  sent_.reserve(shape_.channels);
}

void MulticastModel::step() {
  begin_step();
  sent_.clear();
  if (!counting())
    std::transform(driver_.begin(), driver_.end(), drivers_.begin(),
                   [](std::uint16_t driver) { return static_cast<std::uint8_t>(driver); });
  for (std::size_t word = 0; word < active_.size(); ++word)
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1)
      decide(static_cast<ChannelId>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
  for (const Sent& sent : sent_) record(sent);
  for (const Sent& sent : sent_)
    if (sent.leaves) pop(sent);
  for (const Sent& sent : sent_) push_all(sent);
  for (const Offer& offer : offers_) inject(offer);
  for (const Sent& sent : sent_) {
    const SetId set = set_of(sent.sender);
    show_free(set);
    if (driver_of(set) >= processors_) refresh_ready(set);
  }
  for (const Offer& offer : offers_) refresh_ready(injection_set(offer.terminal));
  offers_.clear();
  for (const TerminalId terminal : stall_changes_) update_stall(terminal);
  stall_changes_.clear();
  sort_errors();
}

/// The flit of the channel's driver, and the driver of the next cycle.
void MulticastModel::decide(ChannelId channel) {
  const SetId first = channel << lines_;
  const unsigned available = free_ways_[channel];
  unsigned requests = 0;
  unsigned candidates = 0;  // of the driver
  bool empty = true;
  for (unsigned driver = 0; driver < topology_.ways(); ++driver) {
    if (occupied(first | driver) == 0) continue;
    empty = false;
    const unsigned buffers = eligible(first | driver, available);
    if (buffers == 0) continue;
    requests |= 1u << driver;
    if (driver == driver_[channel]) candidates = buffers;
  }
  if (candidates != 0) send(first | driver_[channel], candidates);
  if (requests != 0)
    driver_[channel] = static_cast<std::uint16_t>(next_on_ring(driver_[channel], requests));
  if (empty) active_[channel / 64] &= ~(std::uint64_t{1} << channel % 64);
}

unsigned MulticastModel::eligible(SetId set, unsigned available) const {
  unsigned buffers = 0;
  const unsigned occupied = fronts_[set >> kLaneShift].occupied[set % kLanes];
  for (unsigned left = occupied; left != 0; left &= left - 1) {
    const auto number = static_cast<unsigned>(__builtin_ctz(left));
    if (may_send(buffer_of(set, number), available)) buffers |= 1u << number;
  }
  return buffers;
}

bool MulticastModel::may_send(BufferId id, unsigned available) const {
  const Buffer& buffer = buffers_[id];
  if (slots_[numbers_.slot_of(id, buffer.front)].tag() == Tag::kHeader)
    return (released_[id] != 0 || buffer.level > 1) && takers(missing_[id], available) != 0;
  const unsigned routers = (1u << processors_) - 1;
  return (message_receivers_[id] & ~routers & ~available) == 0;
}

/// In order: up to the first receiver without a free buffer.
unsigned MulticastModel::takers(unsigned missing, unsigned available) const {
  const unsigned blocked = missing & ~available;
  return missing & (ordered_ ? ~blocked & (blocked - 1) : available);
}

void MulticastModel::send(SetId set, unsigned eligible) {
  const unsigned ahead = eligible & sets_[set].turn;
  const auto number = static_cast<unsigned>(__builtin_ctz(ahead != 0 ? ahead : eligible));
  sets_[set].turn = static_cast<BufferMask>(~1u << number);
  Sent sent;
  sent.sender = buffer_of(set, number);
  sent.flit = slot(sent.sender, buffers_[sent.sender].front);
  if (sent.flit.tag() != Tag::kHeader) {
    sent.takers = message_receivers_[sent.sender];
  } else {
    sent.takers = takers(missing_[sent.sender], free_ways_[channel_of(set)]);
    sent.leaves = sent.takers == missing_[sent.sender];
    for (unsigned left = sent.takers; left != 0; left &= left - 1) {
      const auto way = static_cast<unsigned>(__builtin_ctz(left));
      const std::uint32_t who = receiver(set, way);
      copy(sent.sender, way) =
          who >= kEjection
              ? who
              : buffer_of(who, static_cast<unsigned>(__builtin_ctz(free_buffers(sets_[who]))));
    }
  }
  sent_.push_back(sent);
}

/// Lists or counts the transfer and delivers the copies for processors.
void MulticastModel::record(const Sent& sent) {
  const SetId set = set_of(sent.sender);
  const bool header = sent.flit.tag() == Tag::kHeader;
  const MessageId message = sent.flit.message();
  if (counting()) count(channel_of(set));
  if (!counting() || (listing_ends() && sent.flit.tag() != Tag::kBody))
    transfers_.push_back({channel_of(set), static_cast<std::uint8_t>(driver_of(set)),
                          static_cast<std::uint8_t>(numbers_.number_of(sent.sender)),
                          sent.flit.tag(), true, header ? message & shape_.channel_id_mask : 0, 0});
  for (unsigned left = sent.takers >> processors_ << processors_; left != 0; left &= left - 1) {
    Delivery delivery;
    delivery.terminal = receiver(set, static_cast<unsigned>(__builtin_ctz(left))) & ~kEjection;
    delivery.driver = static_cast<std::uint8_t>(driver_of(set));
    delivery.buffer = static_cast<std::uint8_t>(numbers_.number_of(sent.sender));
    delivery.tag = sent.flit.tag();
    delivery.index = header ? 0 : static_cast<std::uint16_t>(sent.flit.info & 0xff);
    delivery.message = message & (header ? shape_.header_id_mask : ~MessageId{0});
    deliveries_.push_back(delivery);
  }
}

void MulticastModel::pop(const Sent& sent) {
  Buffer& buffer = buffers_[sent.sender];
  const SetId set = set_of(sent.sender);
  const unsigned member = member_of(sent.sender);
  buffer.front = (buffer.front + 1) & numbers_.slot_mask;
  clear_bits(sets_[set].full, member);
  if (--buffer.level == 0) clear_bits(occupied(set), member);
  if (sent.flit.tag() == Tag::kTail) clear_bits(sets_[set].allocated, member);
}

void MulticastModel::push_all(const Sent& sent) {
  const Tag tag = sent.flit.tag();
  if (tag == Tag::kHeader) missing_[sent.sender] &= static_cast<std::uint16_t>(~sent.takers);
  for (unsigned left = sent.takers; left != 0; left &= left - 1) {
    const auto way = static_cast<unsigned>(__builtin_ctz(left));
    if (way >= processors_) break;
    const BufferId id = copy(sent.sender, way);
    const SetId set = set_of(id);
    if (tag == Tag::kHeader) {
      const unsigned on =
          tree_.receivers(channel_of(set), sent.flit.info) & tree_.allowed(driver_of(set));
      set_bits(sets_[set].allocated, member_of(id));
      set_bits(sets_[set].mapped, member_of(id));
      start_message(id, on, sent.leaves);
    } else if (tag == Tag::kTail) {
      clear_bits(sets_[set].mapped, member_of(id));
    }
    push(id, sent.flit);
    show_free(set);
  }
}

void MulticastModel::push(BufferId id, const StoredFlit& flit) {
  Buffer& buffer = buffers_[id];
  slot(id, buffer.front + buffer.level) = flit;
  const SetId set = set_of(id);
  assign_bits(sets_[set].full, member_of(id), ++buffer.level == depth_);
  set_bits(occupied(set), member_of(id));
  active_[channel_of(set) / 64] |= std::uint64_t{1} << channel_of(set) % 64;
}

void MulticastModel::start_message(BufferId id, unsigned receivers, bool released) {
  message_receivers_[id] = static_cast<std::uint16_t>(receivers);
  missing_[id] = static_cast<std::uint16_t>(receivers);
  released_[id] = released ? 1 : 0;
}

void MulticastModel::inject(const Offer& offer) {
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

std::uint8_t MulticastModel::inject_header(SetId set_id, const Offer& offer) {
  Set& set = sets_[set_id];
  const unsigned member = 1u << offer.injection_port;
  const BufferId id = buffer_of(set_id, offer.injection_port);
  const unsigned receivers = tree_.receivers(channel_of(set_id), offer.flit.destination);
  const unsigned flits = config_.data_flits(offer.flit.length_bytes & MwayHeader::kMaxLengthBytes);
  if (receivers == 0 || flits >= depth_) {  // no destination, or longer than a buffer
    set_bits(set.discarding, member);
    return kErrorDestination;
  }
  set_bits(set.allocated, member);
  set_bits(set.mapped, member);
  remaining_[id] = static_cast<std::uint16_t>(flits);
  start_message(id, receivers, true);
  push(id, StoredFlit::make(Tag::kHeader, offer.flit.message, 0, 0, offer.flit.destination));
  return 0;
}

std::uint8_t MulticastModel::inject_data(SetId set_id, const Offer& offer) {
  Set& set = sets_[set_id];
  const unsigned member = 1u << offer.injection_port;
  const BufferId id = buffer_of(set_id, offer.injection_port);
  const bool last = remaining_[id]-- == 1;
  const bool tail = offer.flit.tag == Tag::kTail;
  if (last && !tail) set_bits(set.discarding, member);
  if (last || tail) clear_bits(set.mapped, member);
  push(id, StoredFlit::make(last || tail ? Tag::kTail : Tag::kBody, offer.flit.message, 0, 0,
                            offer.flit.index));
  return last != tail ? kErrorLength : 0;
}

/// Shows the channel's drivers in the next cycle whether the set has a free buffer.
void MulticastModel::show_free(SetId set) {
  const ReceiverId id = sets_[set].receiver;
  assign_bits(free_ways_[channel_of(id)], 1u << driver_of(id), free_buffers(sets_[set]) != 0);
}

void MulticastModel::refresh_ready(SetId set_id) {
  const Set& set = sets_[set_id];
  const unsigned idle = ~(unsigned{set.mapped} | set.allocated | occupied(set_id));
  const unsigned open = set.mapped & ~set.full;
  ready_[set.terminal] = static_cast<PortMask>(all_ & (set.discarding | open | idle));
}

void MulticastModel::update_stall(TerminalId terminal) {
  stalled_[terminal] = stall_wanted_[terminal];
  const SetId set = injection_set(terminal);
  assign_bits(free_ways_[channel_of(set)], 1u << driver_of(set), stalled_[terminal] == 0);
}

}  // namespace

std::unique_ptr<Network> make_mway_multicast_model(const NetworkConfig& config) {
  return std::make_unique<MulticastModel>(config);
}

}  // namespace wayfarer
