#include "family/mway/model.hpp"

#include <array>
#include <vector>

#include "family/mway/adaptive/candidates.hpp"
#include "family/mway/aged/ages.hpp"
#include "family/mway/config.hpp"
#include "family/mway/variant_model.hpp"

namespace wayfarer {
namespace {

using namespace mway;

constexpr unsigned highest_bit(unsigned mask) {
  return 31 - static_cast<unsigned>(__builtin_clz(mask));
}

/// The twin of mway_adaptive_bank and the modules around it. A cycle decides for all channels from
/// the state at its start, then moves the flits.
class AdaptiveModel final : public VariantModel {
 public:
  explicit AdaptiveModel(const NetworkConfig& config)
      : VariantModel(config),
        variant_(mway_of(config).variant),
        class_buffers_(wayfarer::class_buffers(config)) {
    for (unsigned d = 0; d < topology_.dimensions(); ++d)
      if (topology_.extents()[d] > 1 && topology_.way(d, true) != topology_.way(d, false))
        plus_ways_ |= 1u << topology_.way(d, false);
    make_state();
  }

  void reset() override {
    MwayBase::reset();
    make_state();
  }
  void step() override;

 private:
  /// A flit on a channel in this cycle, and the buffer that takes it.
  struct Sent {
    BufferId sender = 0;
    BufferId target = kNone;
    StoredFlit flit;
    unsigned way = 0;           ///< Way of a header,
    unsigned buffer_class = 0;  ///< and the class that it requests.
  };

  void make_state();
  void decide(ChannelId channel);
  [[nodiscard]] unsigned eligible(SetId set) const;
  [[nodiscard]] bool may_send(BufferId id) const;
  [[nodiscard]] bool has_candidate(ChannelId channel, const MwayCandidates& candidates) const;
  void choose_hop(ChannelId channel, const MwayCandidates& candidates, Sent& sent) const;
  void send(SetId set, unsigned eligible);
  void push_sent(const Sent& sent);
  std::uint8_t inject_header(BufferId id, const Offer& offer) override;
  void show_free(SetId set);
  void update_stall(TerminalId terminal);

  [[nodiscard]] bool is_available(ChannelId channel, unsigned way, unsigned buffer_class) const {
    return (available_[channel][buffer_class] >> way & 1) != 0;
  }
  [[nodiscard]] std::size_t slot_number(BufferId id, unsigned position) const {
    return numbers_.slot_of(id, position);
  }

  const MwayVariant variant_;
  const std::array<unsigned, kMwayClasses> class_buffers_;
  unsigned plus_ways_ = 0;  ///< DIM+ of the dimensions with two numbers.

  std::vector<MwayCandidates> candidates_;  ///< By slot, of headers.
  /// By channel and class: the ways with a free buffer.
  std::vector<std::array<DriverMask, kMwayClasses>> available_;
  std::vector<Sent> sent_;
};

void AdaptiveModel::make_state() {
  candidates_.assign(slots_.size(), {});
  available_.assign(shape_.channels + 1, {});
  for (ReceiverId id = 0; id < receivers_.size(); ++id) {
    if (receivers_[id] == kNone) continue;
    for (unsigned c = 0; c < kMwayClasses; ++c)
      if (receivers_[id] >= kEjection || class_buffers_[c] != 0)
        set_bits(available_[channel_of(id)][c], 1u << driver_of(id));
  }
  sent_.clear();
  sent_.reserve(shape_.channels);
}

void AdaptiveModel::step() {
  begin_step();
  sent_.clear();
  if (!counting()) show_drivers();
  for (std::size_t word = 0; word < active_.size(); ++word)
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1)
      decide(static_cast<ChannelId>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
  for (const Sent& sent : sent_) {
    record(sent.sender, sent.flit);
    if (sent.target >= kEjection) deliver(sent.sender, sent.flit, sent.target & ~kEjection);
  }
  for (const Sent& sent : sent_) pop(sent.sender);
  for (const Sent& sent : sent_) push_sent(sent);
  for (const Offer& offer : offers_) inject(offer);
  for (const Sent& sent : sent_) {
    const SetId set = set_of(sent.sender);
    if (sets_[set].terminal != kNone)
      refresh_ready(set);
    else
      show_free(set);
    if (sent.target < kEjection) show_free(set_of(sent.target));
  }
  for (const Offer& offer : offers_) refresh_ready(injection_set(offer.terminal));
  offers_.clear();
  for (const TerminalId terminal : stall_changes_) update_stall(terminal);
  stall_changes_.clear();
  sort_errors();
}

/// The flit of the channel's driver, and the driver of the next cycle.
void AdaptiveModel::decide(ChannelId channel) {
  const SetId first = channel << lines_;
  unsigned requests = 0;
  unsigned candidates = 0;  // of the driver
  bool empty = true;
  for (unsigned driver = 0; driver < topology_.ways(); ++driver) {
    if (occupied(first | driver) == 0) continue;
    empty = false;
    const unsigned buffers = eligible(first | driver);
    if (buffers == 0) continue;
    requests |= 1u << driver;
    if (driver == driver_[channel]) candidates = buffers;
  }
  if (candidates != 0) send(first | driver_[channel], candidates);
  if (requests != 0)
    driver_[channel] = static_cast<std::uint16_t>(next_on_ring(driver_[channel], requests));
  if (empty) active_[channel / 64] &= ~(std::uint64_t{1} << channel % 64);
}

unsigned AdaptiveModel::eligible(SetId set) const {
  unsigned buffers = 0;
  const unsigned occupied = fronts_[set >> kLaneShift].occupied[set % kLanes];
  for (unsigned left = occupied; left != 0; left &= left - 1)
    if (may_send(buffer_of(set, lowest_bit(left)))) buffers |= left & (~left + 1);
  return buffers;
}

bool AdaptiveModel::may_send(BufferId id) const {
  const Buffer& buffer = buffers_[id];
  const std::size_t front = slot_number(id, buffer.front);
  if (slots_[front].tag() == Tag::kHeader)
    return has_candidate(channel_of(set_of(id)), candidates_[front]);
  if (buffer.target >= kEjection) return stalled_[buffer.target & ~kEjection] == 0;
  return (sets_[set_of(buffer.target)].full & member_of(buffer.target)) == 0;
}

bool AdaptiveModel::has_candidate(ChannelId channel, const MwayCandidates& candidates) const {
  const auto& available = available_[channel];
  const unsigned classes =
      (available[0] >> candidates.way & 1u) | (available[1] >> candidates.way & 1u) << 1;
  return (candidates.adaptive & available[kAdaptiveClass]) != 0 ||
         (candidates.classes & classes) != 0;
}

/// The adaptive class first, in it the highest dimension, since the escape leads along the lowest;
/// half-way round a ring, DIM+. Then class 0, which those that are in class 1 cannot take any more.
void AdaptiveModel::choose_hop(ChannelId channel, const MwayCandidates& candidates,
                               Sent& sent) const {
  unsigned adaptive = candidates.adaptive & available_[channel][kAdaptiveClass];
  adaptive &= ~((adaptive & plus_ways_) << 1);
  sent.way = adaptive != 0 ? highest_bit(adaptive) : candidates.way;
  if (adaptive != 0)
    sent.buffer_class = kAdaptiveClass;
  else
    sent.buffer_class =
        (candidates.classes & 1) != 0 && is_available(channel, candidates.way, 0) ? 0 : 1;
  const std::uint32_t receiver = receivers_[channel << lines_ | sent.way];
  sent.target = receiver >= kEjection
                    ? receiver
                    : buffer_of(receiver, lowest_bit(free_buffers(sets_[receiver]) &
                                                     class_buffers_[sent.buffer_class]));
}

void AdaptiveModel::send(SetId set, unsigned eligible) {
  Sent sent;
  sent.sender = buffer_of(set, choose(set, eligible));
  Buffer& buffer = buffers_[sent.sender];
  const std::size_t front = slot_number(sent.sender, buffer.front);
  sent.flit = slots_[front];
  if (sent.flit.tag() == Tag::kHeader) {
    choose_hop(channel_of(set), candidates_[front], sent);
    buffer.target = sent.target;
  }
  sent.target = buffer.target;
  sent_.push_back(sent);
}

void AdaptiveModel::push_sent(const Sent& sent) {
  if (sent.target >= kEjection) return;
  const BufferId id = sent.target;
  if (sent.flit.tag() == Tag::kHeader) {
    open_mapping(id);
    candidates_[slot_number(id, buffers_[id].front + buffers_[id].level)] = mway_candidates(
        topology_, variant_, channel_of(set_of(id)), sent.flit.info, sent.way, sent.buffer_class);
  } else if (sent.flit.tag() == Tag::kTail) {
    close_mapping(id);
  }
  push(id, sent.flit);
}

std::uint8_t AdaptiveModel::inject_header(BufferId id, const Offer& offer) {
  const std::optional<TerminalId> destination = destination_of(set_of(id), offer);
  if (!destination) return discard(id);
  open_message(id, offer);
  candidates_[slot_number(id, buffers_[id].front + buffers_[id].level)] =
      mway_candidates(topology_, variant_, channel_of(set_of(id)), *destination, kNoWay, 0);
  push(id, StoredFlit::make(Tag::kHeader, offer.flit.message, 0, 0, *destination));
  return 0;
}

/// Shows the channel's drivers in the next cycle which classes have a free buffer in the set.
void AdaptiveModel::show_free(SetId set) {
  const ReceiverId id = sets_[set].receiver;
  const unsigned free = free_buffers(sets_[set]);
  for (unsigned c = 0; c < kMwayClasses; ++c)
    assign_bits(available_[channel_of(id)][c], 1u << driver_of(id),
                (free & class_buffers_[c]) != 0);
}

void AdaptiveModel::update_stall(TerminalId terminal) {
  stalled_[terminal] = stall_wanted_[terminal];
  const SetId set = injection_set(terminal);
  for (unsigned c = 0; c < kMwayClasses; ++c)
    assign_bits(available_[channel_of(set)][c], 1u << driver_of(set), stalled_[terminal] == 0);
}

}  // namespace

std::unique_ptr<Network> make_mway_adaptive_model(const NetworkConfig& config) {
  return std::make_unique<AdaptiveModel>(config);
}

}  // namespace wayfarer
