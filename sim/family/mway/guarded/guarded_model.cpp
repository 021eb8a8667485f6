#include "family/mway/model.hpp"

#include <algorithm>
#include <vector>

#include "family/mway/aged/ages.hpp"
#include "family/mway/config.hpp"
#include "family/mway/guarded/upsets.hpp"
#include "family/mway/header.hpp"
#include "family/mway/variant_model.hpp"

namespace wayfarer {
namespace {

using namespace mway;

/// The twin of mway_guarded_bank and the modules around it. A cycle decides for all channels from
/// the state at its start, then moves the flits. The class of a tail is 1 if its message is
/// aborted.
class GuardedModel final : public VariantModel, public MwayUpsets {
 public:
  explicit GuardedModel(const NetworkConfig& config) : VariantModel(config) { make_state(); }

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
    BufferId target = kNone;  ///< Buffer that takes the flit; kNone if no buffer does.
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
  void send(SetId set, unsigned eligible);
  [[nodiscard]] BufferId target_of(SetId set, BufferId sender, const StoredFlit& flit) const;
  void deliver_sent(const Sent& sent);
  void drop_rest(BufferId sender);
  void drop_fronts();
  void push_sent(const Sent& sent);
  std::uint8_t inject_invalid(BufferId id, bool open) override;

  [[nodiscard]] bool member_exists(ChannelId channel, unsigned member) const {
    return members_[channel] >> member & 1;
  }

  std::vector<DriverMask> members_;   ///< Per channel, the members that exist and have not failed.
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
      dropped_.push_back(buffer_of(set, lowest_bit(left)));
  for (const WrongCopy& wrong : wrong_)
    active_[wrong.channel / 64] |= std::uint64_t{1} << wrong.channel % 64;
  for (std::size_t word = 0; word < active_.size(); ++word)
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1)
      decide(static_cast<ChannelId>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
  wrong_.clear();
  for (const Sent& sent : sent_) {
    record(sent.sender, sent.flit, sent.target != kNone);
    if (sent.target == kNone)
      drop_rest(sent.sender);
    else if (sent.target >= kEjection)
      deliver_sent(sent);
  }
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
    closed_.push_back(buffer_of(set, lowest_bit(open)));
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
      // The cycle is void. A member that takes itself for the driver has moved its round robin on.
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
    if (has_room(set, buffer_of(set, lowest_bit(left)))) buffers |= 1u << lowest_bit(left);
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
    return buffer_of(who,
                     lowest_bit(free_buffers(sets_[who]) & class_members_[flit.buffer_class()]));
  }
  const BufferId target = buffers_[sender].target;
  if (target >= kEjection) return target;
  const unsigned mapped = sets_[set_of(target)].mapped & ~unsigned{lost_[set_of(target)]};
  return (mapped & member_of(target)) != 0 && buffers_[target].upstream == sender ? target : kNone;
}

/// The tail of an aborted message has no data.
void GuardedModel::deliver_sent(const Sent& sent) {
  const TerminalId terminal = sent.target & ~kEjection;
  const bool aborted = sent.flit.tag() == Tag::kTail && sent.flit.buffer_class() != 0;
  if (aborted) report(terminal, kErrorAborted);
  deliver(sent.sender, aborted ? StoredFlit::make(Tag::kTail, 0, 0, 0, 0) : sent.flit, terminal);
}

/// Nobody has taken the flit of a message.
void GuardedModel::drop_rest(BufferId sender) {
  const SetId set = set_of(sender);
  if (drop_[set] == 0) dropping_.push_back(set);
  set_bits(drop_[set], member_of(sender));
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
  open_mapping(sent.target);
  buffers_[sent.target].upstream = sent.sender;
  const MwayHop hop = route(channel_of(set), sent.flit.info, sent.flit.buffer_class());
  push(sent.target, StoredFlit::make(Tag::kHeader, sent.flit.message(), hop.way, hop.buffer_class,
                                     sent.flit.info));
}

/// Within a message it aborts it.
std::uint8_t GuardedModel::inject_invalid(BufferId id, bool open) {
  if (!open) return kErrorOrder;
  push(id, StoredFlit::make(Tag::kTail, 0, 0, 1, 0));
  close_mapping(id);
  return 0;
}

}  // namespace

std::unique_ptr<Network> make_mway_guarded_model(const NetworkConfig& config) {
  return std::make_unique<GuardedModel>(config);
}

}  // namespace wayfarer
