#include "family/mway/model.hpp"

#include <vector>

#include "family/mway/aged/ages.hpp"
#include "family/mway/config.hpp"
#include "family/mway/multicast/groups.hpp"
#include "family/mway/multicast/tree.hpp"
#include "family/mway/variant_model.hpp"

namespace wayfarer {
namespace {

using namespace mway;

constexpr unsigned kWayShift = 4;  ///< Receivers of a buffer's message, at most 16.

/// The twin of mway_multicast_bank and the modules around it. A cycle decides for all channels from
/// the state at its start, then moves the flits.
class MulticastModel final : public VariantModel, public MwayGroups {
 public:
  explicit MulticastModel(const NetworkConfig& config)
      : VariantModel(config),
        ordered_(mway_of(config).variant == MwayVariant::kMulticast),
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
  void deliver_copies(const Sent& sent);
  void push_all(const Sent& sent);
  std::uint8_t inject_header(BufferId id, const Offer& offer) override;
  void start_message(BufferId id, unsigned receivers, bool released);
  void show_free(SetId set);
  void update_stall(TerminalId terminal);

  [[nodiscard]] std::uint32_t receiver(SetId set, unsigned way) const {
    return receivers_[channel_of(set) << lines_ | way];
  }
  [[nodiscard]] BufferId& copy(BufferId sender, unsigned way) {
    return copies_[std::size_t{sender} << kWayShift | way];
  }

  const bool ordered_;
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
  if (!counting()) show_drivers();
  for (std::size_t word = 0; word < active_.size(); ++word)
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1)
      decide(static_cast<ChannelId>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
  for (const Sent& sent : sent_) {
    record(sent.sender, sent.flit);
    deliver_copies(sent);
  }
  for (const Sent& sent : sent_)
    if (sent.leaves) pop(sent.sender);
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
    const auto number = lowest_bit(left);
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
  Sent sent;
  sent.sender = buffer_of(set, choose(set, eligible));
  sent.flit = slot(sent.sender, buffers_[sent.sender].front);
  if (sent.flit.tag() != Tag::kHeader) {
    sent.takers = message_receivers_[sent.sender];
  } else {
    sent.takers = takers(missing_[sent.sender], free_ways_[channel_of(set)]);
    sent.leaves = sent.takers == missing_[sent.sender];
    for (unsigned left = sent.takers; left != 0; left &= left - 1) {
      const auto way = lowest_bit(left);
      const std::uint32_t who = receiver(set, way);
      copy(sent.sender, way) =
          who >= kEjection
              ? who
              : buffer_of(who, static_cast<unsigned>(__builtin_ctz(free_buffers(sets_[who]))));
    }
  }
  sent_.push_back(sent);
}

void MulticastModel::deliver_copies(const Sent& sent) {
  for (unsigned left = sent.takers >> processors_ << processors_; left != 0; left &= left - 1)
    deliver(sent.sender, sent.flit, receiver(set_of(sent.sender), lowest_bit(left)) & ~kEjection);
}

void MulticastModel::push_all(const Sent& sent) {
  const Tag tag = sent.flit.tag();
  if (tag == Tag::kHeader) missing_[sent.sender] &= static_cast<std::uint16_t>(~sent.takers);
  for (unsigned left = sent.takers; left != 0; left &= left - 1) {
    const auto way = lowest_bit(left);
    if (way >= processors_) break;
    const BufferId id = copy(sent.sender, way);
    const SetId set = set_of(id);
    if (tag == Tag::kHeader) {
      const unsigned on =
          tree_.receivers(channel_of(set), sent.flit.info) & tree_.allowed(driver_of(set));
      open_mapping(id);
      start_message(id, on, sent.leaves);
    } else if (tag == Tag::kTail) {
      close_mapping(id);
    }
    push(id, sent.flit);
    show_free(set);
  }
}

void MulticastModel::start_message(BufferId id, unsigned receivers, bool released) {
  message_receivers_[id] = static_cast<std::uint16_t>(receivers);
  missing_[id] = static_cast<std::uint16_t>(receivers);
  released_[id] = released ? 1 : 0;
}

std::uint8_t MulticastModel::inject_header(BufferId id, const Offer& offer) {
  const unsigned receivers = tree_.receivers(channel_of(set_of(id)), offer.flit.destination);
  const unsigned flits = config_.data_flits(offer.flit.length_bytes & MwayHeader::kMaxLengthBytes);
  // No destination, or longer than a buffer.
  if (receivers == 0 || flits >= depth_) return discard(id);
  open_message(id, offer);
  start_message(id, receivers, true);
  push(id, StoredFlit::make(Tag::kHeader, offer.flit.message, 0, 0, offer.flit.destination));
  return 0;
}

/// Shows the channel's drivers in the next cycle whether the set has a free buffer.
void MulticastModel::show_free(SetId set) {
  const ReceiverId id = sets_[set].receiver;
  assign_bits(free_ways_[channel_of(id)], 1u << driver_of(id), free_buffers(sets_[set]) != 0);
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
