#include "family/mway/model.hpp"

#include <algorithm>
#include <vector>

#include "family/mway/ages.hpp"
#include "family/mway/base.hpp"
#include "family/mway/config.hpp"
#include "family/mway/header.hpp"
#include "family/mway/upsets.hpp"

namespace wayfarer {
namespace {

using namespace mway;

constexpr unsigned lowest(unsigned mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

/// The twin of mway_guarded_bank and the modules around it. A cycle decides for all channels from
/// the state at its start, then moves the flits. The class of a tail is 1 if its message is
/// aborted.
class GuardedModel final : public MwayBase, public MwayUpsets {
 public:
  explicit GuardedModel(const NetworkConfig& config)
      : MwayBase(config),
        early_(mway_of(config).freeing == Freeing::kEarly),
        processors_(topology_.processor_way(0)) {
    make_state();
  }

  void reset() override {
    MwayBase::reset();
    make_state();
  }
  void step() override;

  bool upset_driver(ChannelId channel, unsigned member, unsigned bits) override;
  bool upset_mapping(ChannelId channel, unsigned member, unsigned buffer, unsigned bit) override;

 private:
  /// A flit on a channel in this cycle.
  struct Sent {
    BufferId sender = 0;
    BufferId target = kNone;  ///< Of the taken flit; kNone if nobody takes it.
    StoredFlit flit;
  };
  /// A member whose copy of Drv is not its channel's.
  struct WrongCopy {
    ChannelId channel = 0;
    unsigned member = 0;
    unsigned driver = 0;
  };

  void make_state();
  void decide_closings();
  void decide(ChannelId channel);
  [[nodiscard]] unsigned copy_of(ChannelId channel, unsigned member) const;
  [[nodiscard]] unsigned eligible(SetId set) const;
  [[nodiscard]] bool has_room(SetId set, BufferId id) const;
  unsigned choose(SetId set, unsigned eligible);
  void send(SetId set, unsigned eligible);
  [[nodiscard]] BufferId target_of(SetId set, BufferId sender, const StoredFlit& flit) const;
  void record(const Sent& sent);
  void deliver(const Sent& sent);
  void pop(BufferId id);
  void drop_fronts();
  void push_sent(const Sent& sent);
  void push(BufferId id, const StoredFlit& flit);
  void close_mapping(BufferId id);
  void inject(const Offer& offer);
  std::uint8_t inject_header(SetId set, const Offer& offer);
  std::uint8_t inject_data(SetId set, const Offer& offer);
  void refresh_ready(SetId set);

  [[nodiscard]] bool member_exists(ChannelId channel, unsigned member) const {
    return members_[channel] >> member & 1;
  }

  const bool early_;
  const unsigned processors_;  ///< The first way of a processor.

  std::vector<DriverMask> members_;   ///< Of each channel, those that are not absent or dead.
  std::vector<BufferMask> lost_;      ///< By set: mappings that an upset has changed.
  std::vector<BufferMask> drop_;      ///< By set: the rest of the message is dropped.
  std::vector<SetId> losing_;         ///< Sets with lost mappings.
  std::vector<SetId> dropping_;       ///< Sets that drop.
  std::vector<std::uint8_t> closes_;  ///< By set: a lost mapping is closed in this cycle.
  std::vector<WrongCopy> wrong_;
  std::vector<Sent> sent_;
  std::vector<BufferId> closed_, dropped_;
};

void GuardedModel::make_state() {
  const unsigned all = (1u << topology_.ways()) - (1u << processors_);
  members_.assign(shape_.channels, static_cast<DriverMask>(all));
  const MwayFault& fault = topology_.fault();
  for (const MwayRouter& router : topology_.routers()) {
    const bool ends = router.low == fault.channel || router.high == fault.channel;
    if (fault.dead == MwayDead::kChannel && ends) continue;
    if (fault.dead == MwayDead::kRouter && router.low == fault.channel &&
        router.dimension == fault.dimension)
      continue;
    members_[router.low] |= static_cast<DriverMask>(1u << topology_.way(router.dimension, true));
    members_[router.high] |= static_cast<DriverMask>(1u << topology_.way(router.dimension, false));
  }
  lost_.assign(sets_.size(), 0);
  drop_.assign(sets_.size(), 0);
  closes_.assign(sets_.size(), 0);
  losing_.clear();
  dropping_.clear();
  wrong_.clear();
  sent_.clear();
  sent_.reserve(shape_.channels);
}

bool GuardedModel::upset_driver(ChannelId channel, unsigned member, unsigned bits) {
  if (channel >= shape_.channels || !member_exists(channel, member) ||
      bits >= 1u << topology_.priority_lines())
    return false;
  for (WrongCopy& wrong : wrong_) {
    if (wrong.channel != channel || wrong.member != member) continue;
    wrong.driver ^= bits;
    return true;
  }
  wrong_.push_back({channel, member, driver_[channel] ^ bits});
  return true;
}

bool GuardedModel::upset_mapping(ChannelId channel, unsigned member, unsigned buffer,
                                 unsigned bit) {
  const unsigned width = topology_.priority_lines() + digit_width(mway_of(config_).buffers);
  if (channel >= shape_.channels || member >= processors_ || !member_exists(channel, member) ||
      buffer >= mway_of(config_).buffers || bit >= width)
    return false;
  const SetId set = channel << lines_ | member;
  if ((lost_[set] >> buffer & 1) != 0) return false;
  if ((sets_[set].mapped >> buffer & 1) == 0) return true;  // the register is written again first
  if (lost_[set] == 0) losing_.push_back(set);
  set_bits(lost_[set], 1u << buffer);
  return true;
}

void GuardedModel::step() {
  begin_step();
  sent_.clear();
  if (!counting())
    for (ChannelId channel = 0; channel < shape_.channels; ++channel)
      drivers_[channel] = static_cast<std::uint8_t>(copy_of(channel, processors_));
  decide_closings();
  dropped_.clear();
  for (const SetId set : dropping_)
    for (unsigned left = drop_[set] & occupied(set); left != 0; left &= left - 1)
      dropped_.push_back(buffer_of(set, lowest(left)));
  for (const WrongCopy& wrong : wrong_)
    active_[wrong.channel / 64] |= std::uint64_t{1} << wrong.channel % 64;
  for (std::size_t word = 0; word < active_.size(); ++word)
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1)
      decide(static_cast<ChannelId>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
  wrong_.clear();
  for (const Sent& sent : sent_) record(sent);
  for (const Sent& sent : sent_)
    if (sent.target != kNone) pop(sent.sender);
  drop_fronts();
  for (const Sent& sent : sent_) push_sent(sent);
  for (const BufferId id : closed_) {
    push(id, StoredFlit::make(Tag::kTail, 0, 0, 1, 0));
    close_mapping(id);
    clear_bits(lost_[set_of(id)], member_of(id));
    closes_[set_of(id)] = 0;
  }
  losing_.erase(
      std::remove_if(losing_.begin(), losing_.end(), [this](SetId set) { return lost_[set] == 0; }),
      losing_.end());
  for (const Offer& offer : offers_) inject(offer);
  for (const Sent& sent : sent_)
    if (driver_of(set_of(sent.sender)) >= processors_) refresh_ready(set_of(sent.sender));
  for (const BufferId id : dropped_)
    if (driver_of(set_of(id)) >= processors_) refresh_ready(set_of(id));
  for (const Offer& offer : offers_) refresh_ready(injection_set(offer.terminal));
  offers_.clear();
  for (const TerminalId terminal : stall_changes_) stalled_[terminal] = stall_wanted_[terminal];
  stall_changes_.clear();
  sort_errors();
}

/// A set with a lost mapping that has room closes it: the lowest one, in this cycle.
void GuardedModel::decide_closings() {
  closed_.clear();
  for (const SetId set : losing_) {
    const unsigned open = lost_[set] & ~unsigned{sets_[set].full};
    if (open == 0) continue;
    closes_[set] = 1;
    closed_.push_back(buffer_of(set, lowest(open)));
  }
}

unsigned GuardedModel::copy_of(ChannelId channel, unsigned member) const {
  for (const WrongCopy& wrong : wrong_)
    if (wrong.channel == channel && wrong.member == member) return wrong.driver;
  return driver_[channel];
}

/// The flit of the channel's driver, and the driver of the next cycle.
void GuardedModel::decide(ChannelId channel) {
  const SetId first = channel << lines_;
  bool wrong = false;
  for (unsigned member = 0; !wrong_.empty() && member < topology_.ways(); ++member)
    wrong |= member_exists(channel, member) && copy_of(channel, member) != driver_[channel];
  unsigned requests = 0;
  bool empty = true;
  for (unsigned driver = 0; driver < topology_.ways(); ++driver) {
    const SetId set = first | driver;
    if (occupied(set) == 0) continue;
    empty = false;
    const unsigned buffers = eligible(set);
    if (buffers == 0) continue;
    requests |= 1u << driver;
    if (wrong) {
      // The cycle is void; whoever took itself for the driver has served a buffer.
      if (copy_of(channel, driver) == driver) choose(set, buffers);
    } else if (driver == driver_[channel]) {
      send(set, buffers);
    }
  }
  if (wrong)
    driver_[channel] = 0;
  else if (requests != 0)
    driver_[channel] = static_cast<std::uint16_t>(next_on_ring(driver_[channel], requests));
  if (empty) active_[channel / 64] &= ~(std::uint64_t{1} << channel % 64);
}

unsigned GuardedModel::eligible(SetId set) const {
  unsigned buffers = 0;
  const unsigned filled = fronts_[set >> kLaneShift].occupied[set % kLanes];
  for (unsigned left = filled & ~unsigned{drop_[set]}; left != 0; left &= left - 1)
    if (has_room(set, buffer_of(set, lowest(left)))) buffers |= 1u << lowest(left);
  return buffers;
}

/// Whether the receiver of a buffer's front flit has room for it, as Stat shows.
bool GuardedModel::has_room(SetId set, BufferId id) const {
  const StoredFlit flit = slots_[numbers_.slot_of(id, buffers_[id].front)];
  const bool header = flit.tag() == Tag::kHeader;
  const BufferId target = buffers_[id].target;
  const std::uint32_t who = header ? receivers_[channel_of(set) << lines_ | flit.way()]
                            : target >= kEjection ? target
                                                  : set_of(target);
  if (who >= kEjection) return stalled_[who & ~kEjection] == 0;
  if (closes_[who] != 0) return false;
  return header ? (free_buffers(sets_[who]) & class_members_[flit.buffer_class()]) != 0
                : (sets_[who].full & member_of(target)) == 0;
}

/// Round robin; returns the number of the buffer.
unsigned GuardedModel::choose(SetId set, unsigned eligible) {
  const unsigned ahead = eligible & sets_[set].turn;
  const unsigned number = lowest(ahead != 0 ? ahead : eligible);
  sets_[set].turn = static_cast<BufferMask>(~1u << number);
  return number;
}

void GuardedModel::send(SetId set, unsigned eligible) {
  Sent sent;
  sent.sender = buffer_of(set, choose(set, eligible));
  sent.flit = slot(sent.sender, buffers_[sent.sender].front);
  sent.target = target_of(set, sent.sender, sent.flit);
  sent_.push_back(sent);
}

/// The buffer that takes a flit. A data flit must find its mapping there.
BufferId GuardedModel::target_of(SetId set, BufferId sender, const StoredFlit& flit) const {
  if (flit.tag() == Tag::kHeader) {
    const std::uint32_t who = receivers_[channel_of(set) << lines_ | flit.way()];
    if (who >= kEjection) return who;
    return buffer_of(who, lowest(free_buffers(sets_[who]) & class_members_[flit.buffer_class()]));
  }
  const BufferId target = buffers_[sender].target;
  if (target >= kEjection) return target;
  const unsigned mapped = sets_[set_of(target)].mapped & ~unsigned{lost_[set_of(target)]};
  return (mapped & member_of(target)) != 0 && buffers_[target].upstream == sender ? target : kNone;
}

/// Lists or counts the transfer and delivers the flit. A sender that nobody answers drops the rest.
void GuardedModel::record(const Sent& sent) {
  const SetId set = set_of(sent.sender);
  const Tag tag = sent.flit.tag();
  const bool taken = sent.target != kNone;
  const bool header = tag == Tag::kHeader;
  if (counting() && taken) count(channel_of(set));
  if (!counting() || (taken && listing_ends() && tag != Tag::kBody))
    transfers_.push_back({channel_of(set), static_cast<std::uint8_t>(driver_of(set)),
                          static_cast<std::uint8_t>(numbers_.number_of(sent.sender)), tag, taken,
                          header ? sent.flit.message() & shape_.channel_id_mask : 0, 0});
  if (!taken) {
    if (drop_[set] == 0) dropping_.push_back(set);
    set_bits(drop_[set], member_of(sent.sender));
  } else if (sent.target >= kEjection) {
    deliver(sent);
  }
}

void GuardedModel::deliver(const Sent& sent) {
  const SetId set = set_of(sent.sender);
  const bool header = sent.flit.tag() == Tag::kHeader;
  Delivery delivery;
  delivery.terminal = sent.target & ~kEjection;
  delivery.driver = static_cast<std::uint8_t>(driver_of(set));
  delivery.buffer = static_cast<std::uint8_t>(numbers_.number_of(sent.sender));
  delivery.tag = sent.flit.tag();
  if (delivery.tag == Tag::kTail && sent.flit.buffer_class() != 0) {
    report(delivery.terminal, kErrorAborted);
  } else {
    delivery.index = header ? 0 : static_cast<std::uint16_t>(sent.flit.info & 0xff);
    delivery.message = sent.flit.message() & (header ? shape_.header_id_mask : ~MessageId{0});
  }
  deliveries_.push_back(delivery);
}

void GuardedModel::pop(BufferId id) {
  Buffer& buffer = buffers_[id];
  const SetId set = set_of(id);
  const bool tail = slot(id, buffer.front).tag() == Tag::kTail;
  buffer.front = (buffer.front + 1) & numbers_.slot_mask;
  clear_bits(sets_[set].full, member_of(id));
  if (--buffer.level == 0) clear_bits(occupied(set), member_of(id));
  if (tail && !early_) clear_bits(sets_[set].allocated, member_of(id));
}

void GuardedModel::drop_fronts() {
  for (const BufferId id : dropped_) {
    const bool tail = slot(id, buffers_[id].front).tag() == Tag::kTail;
    pop(id);
    if (tail) clear_bits(drop_[set_of(id)], member_of(id));
  }
  dropping_.erase(std::remove_if(dropping_.begin(), dropping_.end(),
                                 [this](SetId set) { return drop_[set] == 0; }),
                  dropping_.end());
}

void GuardedModel::push_sent(const Sent& sent) {
  const Tag tag = sent.flit.tag();
  if (sent.target == kNone) return;
  if (tag == Tag::kHeader) buffers_[sent.sender].target = sent.target;
  if (sent.target >= kEjection) return;
  if (tag != Tag::kHeader) {
    push(sent.target, sent.flit);
    if (tag == Tag::kTail) close_mapping(sent.target);
    return;
  }
  const SetId set = set_of(sent.target);
  set_bits(sets_[set].allocated, member_of(sent.target));
  set_bits(sets_[set].mapped, member_of(sent.target));
  buffers_[sent.target].upstream = sent.sender;
  const MwayHop hop = route(channel_of(set), sent.flit.info, sent.flit.buffer_class());
  push(sent.target, StoredFlit::make(Tag::kHeader, sent.flit.message(), hop.way, hop.buffer_class,
                                     sent.flit.info));
}

void GuardedModel::push(BufferId id, const StoredFlit& flit) {
  Buffer& buffer = buffers_[id];
  slot(id, buffer.front + buffer.level) = flit;
  const SetId set = set_of(id);
  assign_bits(sets_[set].full, member_of(id), ++buffer.level == depth_);
  set_bits(occupied(set), member_of(id));
  active_[channel_of(set) / 64] |= std::uint64_t{1} << channel_of(set) % 64;
}

/// The message's tail is in the buffer.
void GuardedModel::close_mapping(BufferId id) {
  Set& set = sets_[set_of(id)];
  clear_bits(set.mapped, member_of(id));
  if (early_) clear_bits(set.allocated, member_of(id));
}

void GuardedModel::inject(const Offer& offer) {
  const SetId set_id = injection_set(offer.terminal);
  Set& set = sets_[set_id];
  const unsigned member = 1u << offer.injection_port;
  const Tag tag = offer.flit.tag;
  const bool is_data = tag == Tag::kBody || tag == Tag::kTail;
  const bool open = (set.mapped & member) != 0;
  std::uint8_t causes = 0;
  if ((set.discarding & member) != 0) {
    if (!is_data) causes = kErrorOrder;
    if (tag == Tag::kTail) clear_bits(set.discarding, member);
  } else if (open && tag == Tag::kInvalid) {
    const BufferId id = buffer_of(set_id, offer.injection_port);
    push(id, StoredFlit::make(Tag::kTail, 0, 0, 1, 0));
    close_mapping(id);
  } else if (is_data != open || tag == Tag::kInvalid) {
    causes = kErrorOrder;
  } else {
    causes = is_data ? inject_data(set_id, offer) : inject_header(set_id, offer);
  }
  if (causes != 0) report(offer.terminal, causes);
}

std::uint8_t GuardedModel::inject_header(SetId set_id, const Offer& offer) {
  Set& set = sets_[set_id];
  const unsigned member = 1u << offer.injection_port;
  TerminalId destination = offer.flit.destination;
  if (destination >= shape_.terminals) {
    const auto decoded = decode_dest(config_.topology, encode_dest(config_.topology, destination));
    if (!decoded) {
      set_bits(set.discarding, member);
      return kErrorDestination;
    }
    destination = *decoded;
  }
  if (topology_.fault() &&
      !topology_.connected(channel_of(set_id), topology_.channel_of(destination))) {
    set_bits(set.discarding, member);
    return kErrorDestination;
  }
  const MwayHop hop = route(channel_of(set_id), destination, 0);
  const BufferId id = buffer_of(set_id, offer.injection_port);
  set_bits(set.allocated, member);
  set_bits(set.mapped, member);
  remaining_[id] = static_cast<std::uint16_t>(
      config_.data_flits(offer.flit.length_bytes & MwayHeader::kMaxLengthBytes));
  push(id,
       StoredFlit::make(Tag::kHeader, offer.flit.message, hop.way, hop.buffer_class, destination));
  return 0;
}

std::uint8_t GuardedModel::inject_data(SetId set_id, const Offer& offer) {
  const unsigned member = 1u << offer.injection_port;
  const BufferId id = buffer_of(set_id, offer.injection_port);
  const bool last = remaining_[id]-- == 1;
  const bool tail = offer.flit.tag == Tag::kTail;
  if (last && !tail) set_bits(sets_[set_id].discarding, member);
  if (last || tail) close_mapping(id);
  push(id, StoredFlit::make(last || tail ? Tag::kTail : Tag::kBody, offer.flit.message, 0, 0,
                            offer.flit.index));
  return last != tail ? kErrorLength : 0;
}

void GuardedModel::refresh_ready(SetId set_id) {
  const Set& set = sets_[set_id];
  const unsigned idle = ~(unsigned{set.mapped} | set.allocated | occupied(set_id));
  const unsigned open = set.mapped & ~set.full;
  ready_[set.terminal] = static_cast<PortMask>(all_ & (set.discarding | open | idle));
}

}  // namespace

std::unique_ptr<Network> make_mway_guarded_model(const NetworkConfig& config) {
  return std::make_unique<GuardedModel>(config);
}

}  // namespace wayfarer
