#include "family/mway/model.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "family/mway/aged/ages.hpp"
#include "family/mway/clocked/clocks.hpp"
#include "family/mway/config.hpp"
#include "family/mway/variant_model.hpp"

namespace wayfarer {
namespace {

using namespace mway;

/// A byte for each buffer of a set: the pointers count flits modulo 256.
constexpr unsigned kMostBuffers = 16;
constexpr unsigned kMostWays = 16;
using Pointers = std::uint8_t __attribute__((vector_size(kMostBuffers)));

/// A bit for each buffer in which the pointers are that far apart.
unsigned apart_by(Pointers a, Pointers b, unsigned distance) {
  constexpr Pointers kBits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const Pointers apart = a - b;
  const Pointers bits =
      reinterpret_cast<Pointers>(apart == static_cast<std::uint8_t>(distance)) & kBits;
  std::uint64_t half[2];
  std::memcpy(half, &bits, sizeof half);
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101ull;
  return static_cast<unsigned>(half[0] * kOnes >> 56 | half[1] * kOnes >> 56 << 8);
}

bool same(Pointers a, Pointers b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// The pointers of a set, and how far each has come to the other clock.
struct Crossing {
  Pointers write = {}, write_sync = {}, write_seen = {};
  Pointers read = {}, read_sync = {}, read_seen = {};

  [[nodiscard]] bool settled() const {
    return same(write, write_sync) && same(write_sync, write_seen) && same(read, read_sync) &&
           same(read_sync, read_seen);
  }
};

/// The twin of mway_clocks_network. At each instant of a step, the channels that have an edge
/// decide from the state before it; then their synchronisers shift, and the flits move.
class ClocksModel final : public VariantModel, public MwayClocks {
 public:
  explicit ClocksModel(const NetworkConfig& config)
      : VariantModel(config), schedule_(shape_.channels) {
    make_state();
    set_clocks(draw_clocks(config));
  }

  void reset() override {
    MwayBase::reset();
    make_state();
    schedule_.restart();
    show_ready();
  }
  void step() override;

  void set_edges(const std::vector<ChannelId>& channels) override {
    schedule_.set_edges(channels);
    show_ready();
  }

 private:
  using Edge = ClockSchedule::Edge;

  /// A flit on a channel at an edge.
  struct Sent {
    BufferId sender = 0;
    BufferId target = kNone;
    StoredFlit flit;
  };

  /// What the receivers of a channel show, by way: a bit for each buffer.
  struct Shown {
    unsigned free[kMostWays];
    unsigned full[kMostWays];
  };

  void use(const std::vector<MwayClock>& clocks) override {
    schedule_.set_clocks(clocks);
    show_ready();
  }
  void make_state();
  void edges(const Edge* first, const Edge* end);
  void decide(ChannelId channel);
  void look(ChannelId channel, Shown& shown) const;
  [[nodiscard]] unsigned eligible(SetId set, unsigned occupied, const Shown& shown) const;
  void send(SetId set, unsigned eligible, const Shown& shown);
  void shift(ChannelId channel);
  void move(const Sent& sent);
  void push(BufferId id, const StoredFlit& flit) override;
  void refresh_port(SetId set);
  void show_ready();

  [[nodiscard]] unsigned occupied_seen(SetId set) const {
    return all_ & ~apart_by(crossings_[set].write_seen, crossings_[set].read, 0);
  }
  [[nodiscard]] unsigned full_seen(SetId set) const {
    return all_ & apart_by(crossings_[set].write, crossings_[set].read_seen, depth_);
  }
  [[nodiscard]] unsigned free_seen(SetId set) const {
    const Crossing& crossing = crossings_[set];
    const unsigned mapped = sets_[set].mapped;
    return all_ & ~mapped &
           (early_ ? ~full_seen(set) : apart_by(crossing.write, crossing.read_seen, 0));
  }
  [[nodiscard]] bool injects(SetId set) const { return driver_of(set) >= processors_; }
  void activate(ChannelId channel) { active_[channel / 64] |= std::uint64_t{1} << channel % 64; }

  ClockSchedule schedule_;

  std::vector<Crossing> crossings_;      ///< By set.
  std::vector<PortMask> ports_;          ///< By terminal: those ready at its channel's next edge.
  std::vector<std::uint32_t> offer_of_;  ///< By terminal, its place in offers_, or kNone.
  std::vector<Sent> sent_;
};

void ClocksModel::make_state() {
  crossings_.assign(sets_.size(), {});
  ports_.assign(shape_.terminals, static_cast<PortMask>(all_));
  offer_of_.assign(shape_.terminals, kNone);
  sent_.clear();
  sent_.reserve(shape_.channels);
}

void ClocksModel::step() {
  begin_step();
  for (std::uint32_t i = 0; i < offers_.size(); ++i) offer_of_[offers_[i].terminal] = i;
  schedule_.each_instant([this](const Edge* first, const Edge* end) { edges(first, end); });
  for (const Offer& offer : offers_) offer_of_[offer.terminal] = kNone;
  offers_.clear();
  stall_changes_.clear();
  std::sort(transfers_.begin(), transfers_.end(),
            [](const Transfer& a, const Transfer& b) { return a.channel < b.channel; });
  std::sort(deliveries_.begin(), deliveries_.end(),
            [](const Delivery& a, const Delivery& b) { return a.terminal < b.terminal; });
  sort_errors();
  schedule_.advance();
  show_ready();
}

void ClocksModel::edges(const Edge* first, const Edge* end) {
  sent_.clear();
  for (const Edge* edge = first; edge != end; ++edge) decide(edge->channel);
  for (const Edge* edge = first; edge != end; ++edge) shift(edge->channel);
  for (const Sent& sent : sent_) {
    record(sent.sender, sent.flit);
    if (sent.target >= kEjection) deliver(sent.sender, sent.flit, sent.target & ~kEjection);
    move(sent);
  }
  for (const Edge* edge = first; edge != end; ++edge) {
    const unsigned processors = topology_.processors_per_channel();
    for (unsigned local = 0; local < processors; ++local) {
      const TerminalId terminal = edge->channel * processors + local;
      stalled_[terminal] = stall_wanted_[terminal];
      if (offer_of_[terminal] == kNone) continue;
      inject(offers_[offer_of_[terminal]]);
      refresh_port(injection_set(terminal));
    }
  }
}

/// The flit of the channel's driver, and the driver of its next cycle.
void ClocksModel::decide(ChannelId channel) {
  drivers_[channel] = static_cast<std::uint8_t>(driver_[channel]);
  if ((active_[channel / 64] >> channel % 64 & 1) == 0) return;
  const SetId first = channel << lines_;
  Shown shown;
  unsigned requests = 0;
  unsigned candidates = 0;  // of the driver
  bool empty = true;
  for (unsigned driver = 0; driver < topology_.ways(); ++driver) {
    const unsigned occupied = occupied_seen(first | driver);
    if (occupied == 0) continue;
    if (empty) look(channel, shown);
    empty = false;
    const unsigned buffers = eligible(first | driver, occupied, shown);
    if (buffers == 0) continue;
    requests |= 1u << driver;
    if (driver == driver_[channel]) candidates = buffers;
  }
  if (candidates != 0) send(first | driver_[channel], candidates, shown);
  if (requests != 0)
    driver_[channel] = static_cast<std::uint16_t>(next_on_ring(driver_[channel], requests));
  if (empty) active_[channel / 64] &= ~(std::uint64_t{1} << channel % 64);
}

void ClocksModel::look(ChannelId channel, Shown& shown) const {
  for (unsigned way = 0; way < topology_.ways(); ++way) {
    const std::uint32_t who = receivers_[channel << lines_ | way];
    const bool processor = who != kNone && who >= kEjection;
    const unsigned stalled = processor && stalled_[who & ~kEjection] != 0 ? all_ : 0;
    shown.full[way] = processor ? stalled : who == kNone ? 0 : full_seen(who);
    shown.free[way] = processor ? all_ & ~stalled : who == kNone ? 0 : free_seen(who);
  }
}

unsigned ClocksModel::eligible(SetId set, unsigned occupied, const Shown& shown) const {
  unsigned buffers = 0;
  for (unsigned left = occupied; left != 0; left &= left - 1) {
    const unsigned number = lowest_bit(left);
    const BufferId id = buffer_of(set, number);
    const StoredFlit& flit = slots_[numbers_.slot_of(id, crossings_[set].read[number])];
    bool may_send = false;
    if (flit.tag() == Tag::kHeader) {
      const bool processor = flit.way() >= processors_;
      const unsigned members = processor ? all_ : class_members_[flit.buffer_class()];
      may_send = (shown.free[flit.way()] & members) != 0;
    } else {
      const BufferId target = buffers_[id].target;
      const bool processor = target >= kEjection;
      const unsigned way = processor
                               ? topology_.processor_way(topology_.local_of(target & ~kEjection))
                               : driver_of(sets_[set_of(target)].receiver);
      may_send = (shown.full[way] & (processor ? 1u : member_of(target))) == 0;
    }
    if (may_send) buffers |= 1u << number;
  }
  return buffers;
}

void ClocksModel::send(SetId set, unsigned eligible, const Shown& shown) {
  const unsigned number = choose(set, eligible);
  Sent sent;
  sent.sender = buffer_of(set, number);
  sent.flit = slot(sent.sender, crossings_[set].read[number]);
  Buffer& buffer = buffers_[sent.sender];
  if (sent.flit.tag() == Tag::kHeader) {
    const std::uint32_t who = receivers_[channel_of(set) << lines_ | sent.flit.way()];
    const unsigned free = shown.free[sent.flit.way()] & class_members_[sent.flit.buffer_class()];
    buffer.target = who >= kEjection ? who : buffer_of(who, lowest_bit(free));
  }
  sent.target = buffer.target;
  sent_.push_back(sent);
}

/// What the channel's registers sample of the other clocks: the values from before this instant.
void ClocksModel::shift(ChannelId channel) {
  const SetId first = channel << lines_;
  bool settled = true;
  for (unsigned router = 0; router < processors_; ++router) {
    Crossing& driving = crossings_[first | router];
    settled = settled && driving.settled();
    driving.write_seen = driving.write_sync;
    driving.write_sync = driving.write;
    const std::uint32_t who = receivers_[first | router];
    if (who == kNone) continue;
    Crossing& receiving = crossings_[who];
    settled = settled && receiving.settled();
    receiving.read_seen = receiving.read_sync;
    receiving.read_sync = receiving.read;
  }
  if (!settled) activate(channel);
}

void ClocksModel::move(const Sent& sent) {
  const SetId set = set_of(sent.sender);
  Crossing& crossing = crossings_[set];
  ++crossing.read[numbers_.number_of(sent.sender)];
  if (injects(set)) {
    crossing.read_seen = crossing.read;
    refresh_port(set);
  } else {
    activate(channel_of(sets_[set].receiver));
  }
  if (sent.target >= kEjection) return;
  const SetId to = set_of(sent.target);
  StoredFlit flit = sent.flit;
  if (flit.tag() == Tag::kHeader) {
    const MwayHop hop = route(channel_of(to), flit.info, flit.buffer_class());
    flit = StoredFlit::make(Tag::kHeader, flit.message(), hop.way, hop.buffer_class, flit.info);
  }
  assign_bits(sets_[to].mapped, member_of(sent.target), flit.tag() != Tag::kTail);
  push(sent.target, flit);
}

void ClocksModel::push(BufferId id, const StoredFlit& flit) {
  const SetId set = set_of(id);
  Crossing& crossing = crossings_[set];
  const unsigned number = numbers_.number_of(id);
  slot(id, crossing.write[number]) = flit;
  ++crossing.write[number];
  if (injects(set)) crossing.write_sync = crossing.write_seen = crossing.write;
  activate(channel_of(set));
}

/// The injection buffers that accept a flit.
void ClocksModel::refresh_port(SetId set_id) {
  const Set& set = sets_[set_id];
  const unsigned idle = ~(set.mapped | occupied_seen(set_id));
  const unsigned open = set.mapped & ~full_seen(set_id);
  ports_[set.terminal] = static_cast<PortMask>(all_ & (set.discarding | open | idle));
}

/// No port is ready in a step in which its channel has no edge.
void ClocksModel::show_ready() {
  for (TerminalId terminal = 0; terminal < shape_.terminals; ++terminal)
    ready_[terminal] =
        schedule_.has_edge(topology_.channel_of(terminal)) ? ports_[terminal] : PortMask{0};
}

}  // namespace

std::unique_ptr<Network> make_mway_clocks_model(const NetworkConfig& config) {
  return std::make_unique<ClocksModel>(config);
}

}  // namespace wayfarer
