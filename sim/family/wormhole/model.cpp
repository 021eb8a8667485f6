#include "family/wormhole/model.hpp"
#include "core/idle_port.hpp"
#include "family/mesh/header.hpp"

#include <algorithm>
#include <vector>

#include "family/kit/model_base.hpp"
#include "family/wormhole/credited_links.hpp"
#include "family/wormhole/grants.hpp"
#include "family/wormhole/state.hpp"
#include "family/wormhole/worms.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {
namespace {

using kit::ModelBase;
using namespace wormhole;

constexpr std::size_t kBlock = 16;  ///< Nodes that decide together, unless all are empty.

/// All nodes decide from the state at the start of the cycle. Then flits go over the links into the
/// next input buffers and cross from input to output buffers, which only changes counts; heads and
/// tails, a small part of the flits, change connections and queues.
/// Word: a bit for each input (or output) buffer of a node. Bits: more bits than a buffer has
/// places.
template <typename Word, typename Bits>
class WormholeModel final : public ModelBase, public IdlePort {
 public:
  WormholeModel(const NetworkConfig& config, const RouteSource& routes);

  void reset() override;
  void step() override;

  Cycle settling_cycles() const override { return kRouterCycles + credited_links_.round_trip(); }

 private:
  static constexpr unsigned kSlots = 8 * sizeof(Word);

  // The cycle, in this order.
  void decide();
  void feed_connected();
  void send();
  void arrive();
  void cross();
  void disconnect_tails();
  void queue_sent_heads();
  void queue_arrived_heads();
  void hold_heads();
  void deliver();
  void take_offers();
  void allocate();
  void register_stalls();

  void send(Site out, FlitKind flit);

  // An input buffer.
  void push(Site in, bool tail);
  [[nodiscard]] FlitKind pop(Site out);
  void queue_head(Site in, WormId id);
  void request(Site in);
  void set_open(Site in, bool open);
  void set_vacant(Site in);

  void allocate(NodeId node);
  void connect(NodeId node, unsigned in, unsigned out);
  void take(const Offer& offer);

  [[nodiscard]] static constexpr Word one(unsigned slot) { return Word{1} << slot; }
  [[nodiscard]] static constexpr NodeId node_of(Site site) { return site / kSlots; }
  [[nodiscard]] static constexpr unsigned slot_of(Site site) { return site % kSlots; }
  /// The link that an output buffer feeds.
  [[nodiscard]] LinkId link_of(Site out) const {
    return node_of(out) * ports_ + port_of_[slot_of(out)];
  }
  /// The node that sends into an input buffer behind a link.
  [[nodiscard]] NodeId sender_of(Site in) const {
    return node_of(behind_link_[node_of(in) * ports_ + (port_of_[slot_of(in)] ^ 1u)]);
  }
  /// Whether the flit that an output buffer sends was held there, rather than passing through.
  [[nodiscard]] bool held(Site out) const {
    return (words_.released[node_of(out)] >> slot_of(out) & 1) != 0;
  }
  /// The worm of a head that an output buffer sends.
  [[nodiscard]] WormId sent_worm(Site out) const {
    return held(out) ? held_worm_[out] : worm_[out];
  }
  [[nodiscard]] static Site connected_in(Site out, Slot in) {
    return out - slot_of(out) + number_of(in);
  }

  const Grid topology_;
  const unsigned ports_;     ///< Links out of a node.
  const unsigned channels_;  ///< Virtual channels of a link.
  const unsigned link_buffers_;
  const unsigned ins_;
  const unsigned outs_;
  const unsigned depth_;
  const bool registered_connections_;
  const LinkFields<Word> fields_;
  const std::size_t rows_;                ///< Words of a kind: nodes, rounded up to whole blocks.
  std::vector<Site> behind_link_;         ///< Input buffer 0 of the node at the end of each link.
  std::vector<std::uint8_t> wraps_;       ///< By link.
  std::vector<std::uint8_t> port_of_;     ///< By output buffer of a link.
  std::vector<std::uint8_t> channel_of_;  ///< Likewise.
  std::vector<Word> class_of_;            ///< By output buffer: those that serve the same headers.

  NodeWords<Word> words_;
  Worms worms_;

  std::vector<Buffers<Bits>> buffers_;  ///< By site.
  std::vector<Heads> heads_;            ///< By input site.

  // By output site.
  std::vector<FlitKind> kind_;     ///< Kind of the flit that stopped there last.
  std::vector<WormId> worm_;       ///< The worm connected last.
  std::vector<WormId> held_worm_;  ///< The worm of the head that stopped last.
  std::vector<Word> waiting_;      ///< By first site of a class: inputs that request it.

  std::vector<InjectionPort> injection_;  ///< By terminal and injection port.

  // The moves of a cycle, by output site.
  CycleList<Site> sent_;
  CycleList<Site> sent_heads_;
  CycleList<Site> stopped_;  ///< A flit crosses and stays there, or is delivered.
  CycleList<Site> stopped_heads_;
  CycleList<Site> delivered_;
  CycleList<Site> crossed_tails_;  ///< Whether they stop or pass.
  CycleList<NodeId> asking_;       ///< Nodes with a new request, or with an output buffer
                                   ///< that is free or vacant for an old one.
  CycleList<Site> connected_;      ///< With registered connections, those of this cycle.
  const bool whole_messages_;      ///< A message goes only into a buffer with room for all of it.
  CreditedLinks credited_links_;
};

template <typename Word, typename Bits>
WormholeModel<Word, Bits>::WormholeModel(const NetworkConfig& config, const RouteSource& routes)
    : topology_(config.topology, HalfWay::kStraight),
      ports_(2 * topology_.dimensions()),
      channels_(wormhole_of(config).link_virtual_channels()),
      link_buffers_(ports_ * channels_),
      ins_(link_buffers_ + wormhole_of(config).injection_ports),
      outs_(link_buffers_ + wormhole_of(config).ejection_ports),
      depth_(wormhole_of(config).depth),
      registered_connections_(wormhole_of(config).pipeline == 2),
      fields_(ports_, channels_, wormhole_of(config).pipeline != 0),
      rows_((topology_.nodes() + kBlock - 1) / kBlock * kBlock),
      words_(rows_),
      worms_(config, topology_, topology_.nodes() * (std::size_t{ins_} * depth_ + outs_), routes),
      sent_(rows_ * ports_ + kListRoom),
      sent_heads_(sent_),
      stopped_(rows_ * outs_ + kListRoom),
      stopped_heads_(stopped_),
      delivered_(stopped_),
      crossed_tails_(stopped_),
      asking_(rows_ * (ports_ + 2 * outs_ + wormhole_of(config).injection_ports)),
      connected_(rows_ * outs_),
      whole_messages_(wormhole_of(config).whole_messages()),
      credited_links_(whole_messages_ || wormhole_of(config).link_registers != 0,
                      wormhole_of(config).link_registers, depth_, wormhole_of(config).message_flits,
                      rows_ * kSlots, rows_ * ports_, rows_ * link_buffers_) {
  const WormholeConfig& router = wormhole_of(config);
  shape_.name = config.name;
  shape_.terminals = topology_.nodes();
  shape_.channels = topology_.link_ids();
  shape_.injection_ports = router.injection_ports;
  shape_.parallel_ports = true;
  shape_.drivers_per_channel = channels_;
  shape_.flit_bytes = config.flit_bytes();
  shape_.least_data_flits = config.least_data_flits();
  shape_.header_id_mask = shape_.channel_id_mask = VcHeader(config).id_mask();
  for (unsigned out = 0; out < outs_; ++out) {
    const bool link = out < link_buffers_;
    port_of_.push_back(static_cast<std::uint8_t>(out / channels_));
    channel_of_.push_back(static_cast<std::uint8_t>(out % channels_));
    const unsigned first =
        link ? out / router.virtual_channels * router.virtual_channels : link_buffers_;
    class_of_.push_back((one(link ? router.virtual_channels : router.ejection_ports) - 1) << first);
  }
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    for (unsigned port = 0; port < ports_; ++port) {
      const LinkId link = topology_.link(node, port / 2, port % 2 != 0);
      behind_link_.push_back(topology_.link_target(link) * kSlots);
      wraps_.push_back(topology_.link_wraps(link));
    }
  }
  make_room(topology_.nodes() * router.ejection_ports, topology_.nodes() * ports_ + 1);
  reset();
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::reset() {
  ModelBase::reset();
  const std::size_t sites = rows_ * kSlots;
  words_ = NodeWords<Word>(rows_);
  worms_.reset();
  buffers_.assign(sites, {{}, kNoSlot, slot(ins_ - 1)});
  heads_.assign(sites, {});
  kind_.assign(sites, {});
  worm_.assign(sites, kNone);
  held_worm_.assign(sites, kNone);
  waiting_.assign(sites, 0);
  injection_.assign(std::size_t{shape_.terminals} * shape_.injection_ports, {});
  crossed_tails_.clear();
  asking_.clear();
  connected_.clear();
  credited_links_.reset();
  ready_.assign(shape_.terminals, static_cast<PortMask>((1u << shape_.injection_ports) - 1));
  drivers_.assign(shape_.channels, static_cast<std::uint8_t>(channels_ - 1));
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::step() {
  decide();
  feed_connected();
  begin_step();
  send();
  arrive();
  cross();
  disconnect_tails();
  queue_sent_heads();
  queue_arrived_heads();
  hold_heads();
  deliver();
  take_offers();
  allocate();
  register_stalls();
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::decide() {
  Site* sent = sent_.write();
  Site* stopped = stopped_.write();
  for (std::size_t row = 0; row < rows_; row += kBlock) {
    Word any = 0;
    for (std::size_t i = row; i < row + kBlock; ++i) any |= words_.fed[i] | words_.held[i];
    if (any == 0) continue;
    grant(fields_, kBlock, &words_.fed[row], &words_.open[row], &words_.held[row],
          &words_.behind[row], &words_.sent[row], &words_.released[row], &words_.stopped[row]);
    const auto first = static_cast<Site>(row * kSlots);
    sent = list_ones<3, kBlock>(&words_.sent[row], first, sent);
    stopped = list_ones<2, kBlock>(&words_.stopped[row], first, stopped);
  }
  sent_.written(sent);
  stopped_.written(stopped);
}

/// With a register before the crossbar, connections of the last cycle count from the next one on.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::feed_connected() {
  for (const Site out : connected_) words_.fed[node_of(out)] |= one(slot_of(out));
  connected_.clear();
}

/// Over the links: flits held in the output buffer, and flits that pass through it.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::send() {
  sent_heads_.clear();
  const auto send_all = [this](auto show) {
    for (const Site out : sent_) {
      const FlitKind flit = held(out) ? kind_[out] : pop(out);
      const LinkId link = link_of(out);
      send(out, flit);
      sent_heads_.add_if(is_head(flit), out);
      show(link, out, flit);
    }
  };
  if (counting() && !listing_ends()) {
    send_all([this](LinkId link, Site /*out*/, FlitKind /*flit*/) { count(link); });
    return;
  }
  transfers_.resize(sent_.size() + 1);  // written before it is known whether it counts
  Transfer* transfer = transfers_.data();
  const auto list = [this, &transfer](LinkId link, Site out, FlitKind flit) {
    transfer->channel = link;
    transfer->driver = channel_of_[slot_of(out)];
    transfer->tag = tag_of(flit);
    transfer->acknowledged = true;
  };
  if (counting()) {
    send_all([&](LinkId link, Site out, FlitKind flit) {
      count(link);
      list(link, out, flit);
      transfer += flit != FlitKind::kBody;
    });
    transfers_.resize(static_cast<std::size_t>(transfer - transfers_.data()));
  } else {
    send_all([&](LinkId link, Site out, FlitKind flit) {
      list(link, out, flit);
      drivers_[link] = transfer->driver;
      ++transfer;
    });
    transfers_.pop_back();
  }
  const Site* head = sent_heads_.begin();
  for (Transfer& each : transfers_)
    each.message = wayfarer::is_head(each.tag)
                       ? worms_[sent_worm(*head++)].message & shape_.channel_id_mask
                       : 0;
}

/// A flit goes into the buffer behind its link, or onto the link's registers.
template <typename Word, typename Bits>
inline void WormholeModel<Word, Bits>::send(Site out, FlitKind flit) {
  const Site in = behind_link_[link_of(out)] + slot_of(out);
  if (!credited_links_.used())
    push(in, is_tail(flit));
  else if (credited_links_.send(in, is_head(flit) ? sent_worm(out) : kNone, is_tail(flit)))
    set_open(in, false);
}

/// From the registers of links into input buffers.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::arrive() {
  for (const auto& arrival : credited_links_.arrivals()) push(arrival.in, arrival.tail);
}

/// From input buffers to output buffers or to terminals.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::cross() {
  stopped_heads_.clear();
  delivered_.clear();
  for (const Site out : stopped_) {
    kind_[out] = pop(out);
    stopped_heads_.add_if(is_head(kind_[out]), out);
    delivered_.add_if(slot_of(out) >= link_buffers_, out);
  }
}

/// The next header requests its output; one that arrives in this cycle is not in the queue yet.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::disconnect_tails() {
  for (const Site out : crossed_tails_) {
    const NodeId node = node_of(out);
    const Site in = connected_in(out, buffers_[out].in);
    words_.owned[node] &= ~one(slot_of(out));
    words_.fed[node] &= ~one(slot_of(out));
    buffers_[in].out = kNoSlot;
    if (heads_[in].front != kNone)
      request(in);
    else if (words_.wanted[node] != 0)
      asking_.add(node);
  }
  crossed_tails_.clear();
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::queue_sent_heads() {
  for (const Site out : sent_heads_) {
    const LinkId link = link_of(out);
    const WormId id = sent_worm(out);
    worms_.move_head(id, wraps_[link] != 0);
    if (!credited_links_.used()) queue_head(behind_link_[link] + slot_of(out), id);
  }
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::queue_arrived_heads() {
  for (const auto& arrival : credited_links_.arrivals())
    if (arrival.head != kNone) queue_head(arrival.in, arrival.head);
  credited_links_.end_cycle([this](Site in) { set_open(in, true); },
                            [this](Site in) { set_vacant(in); });
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::hold_heads() {
  for (const Site out : stopped_heads_) held_worm_[out] = worm_[out];
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::deliver() {
  for (const Site out : delivered_) {
    const WormId id = worm_[out];
    const FlitKind flit = kind_[out];
    const kit::FlitInfo info = worms_.take(id);
    Delivery& delivery = deliveries_.emplace_back();
    delivery.terminal = node_of(out);
    delivery.buffer = static_cast<std::uint8_t>(slot_of(out) - link_buffers_);
    delivery.tag = tag_of(flit);
    delivery.intact = !is_head(flit) || worms_[id].destination == node_of(out);
    delivery.index = info.index;
    delivery.message = info.message & (is_head(flit) ? shape_.header_id_mask : ~MessageId{0});
    if (is_tail(flit)) worms_.release(id);
  }
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::allocate() {
  for (const NodeId node : asking_) allocate(node);
  asking_.clear();
}

/// Theorem 4: each free output buffer takes the next header that waits for it.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::allocate(NodeId node) {
  for (Word left = words_.wanted[node] & ~words_.owned[node] & words_.vacant[node]; left != 0;
       left &= left - 1) {
    const unsigned out = lowest_bit(left);
    const Word requests = waiting_[node * kSlots + lowest_bit(class_of_[out])];
    const unsigned last = number_of(buffers_[node * kSlots + out].in);
    if (requests != 0) connect(node, first_after(requests, last), out);
  }
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::connect(NodeId node, unsigned in, unsigned out) {
  const Site from = node * kSlots + in;
  const Site to = node * kSlots + out;
  Word& waiting = waiting_[node * kSlots + lowest_bit(class_of_[out])];
  waiting &= ~one(in);
  if (waiting == 0) words_.wanted[node] &= ~class_of_[out];
  words_.owned[node] |= one(out);
  if (whole_messages_ && out < link_buffers_) words_.vacant[node] &= ~one(out);
  if (registered_connections_)
    connected_.add(to);
  else
    words_.fed[node] |= one(out);
  buffers_[to].in = flagged_slot(in);
  worm_[to] = heads_[from].front;
  heads_[from].front = worms_[worm_[to]].next;
  buffers_[from].out = slot(out);
}

template <typename Word, typename Bits>
inline void WormholeModel<Word, Bits>::push(Site in, bool tail) {
  Contents<Bits>& contents = buffers_[in].contents;
  contents.push(tail);
  if (contents.full(depth_)) set_open(in, false);
  const Slot out = buffers_[in].out;
  words_.fed[node_of(in)] |= Word{!flagged(out)} << number_of(out);
}

/// A flit leaves its input buffer for the output buffer or ejection port that its worm owns.
template <typename Word, typename Bits>
inline FlitKind WormholeModel<Word, Bits>::pop(Site out) {
  const Slot slot = buffers_[out].in;
  const Site in = connected_in(out, slot);
  Contents<Bits>& contents = buffers_[in].contents;
  const FlitKind flit = flit_kind(flagged(slot), contents.front_tail());
  buffers_[out].in = unflagged(slot);
  if (credited_links_.used() && slot_of(in) < link_buffers_)
    credited_links_.free(in);
  else if (contents.full(depth_))
    set_open(in, true);
  contents.pop();
  words_.fed[node_of(out)] &= ~(Word{contents.empty()} << slot_of(out));
  crossed_tails_.add_if(is_tail(flit), out);
  return flit;
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::queue_head(Site in, WormId id) {
  Heads& heads = heads_[in];
  worms_[id].next = kNone;
  const bool first = heads.front == kNone;
  (first ? heads.front : worms_[heads.back].next) = id;
  heads.back = id;
  if (first && buffers_[in].out == kNoSlot) request(in);
}

/// The header at the front requests the output buffers of its class.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::request(Site in) {
  const NodeId node = node_of(in);
  const unsigned first = worms_[heads_[in].front].first;
  waiting_[node * kSlots + first] |= one(slot_of(in));
  words_.wanted[node] |= class_of_[first];
  asking_.add(node);
}

/// Tells the sender of an input buffer whether the buffer has room.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::set_open(Site in, bool open) {
  const NodeId node = node_of(in);
  const unsigned slot = slot_of(in);
  if (slot >= link_buffers_) {
    const auto port = static_cast<PortMask>(1u << (slot - link_buffers_));
    ready_[node] = static_cast<PortMask>(open ? ready_[node] | port : ready_[node] & ~port);
    return;
  }
  Word& word = words_.open[sender_of(in)];
  word = open ? word | one(slot) : word & ~one(slot);
}

/// No flit is in an input buffer or on the way to it or back: if no worm owns its output buffer and
/// none is in there, another message may have it.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::set_vacant(Site in) {
  const NodeId node = sender_of(in);
  const Word bit = one(slot_of(in));
  if (((words_.owned[node] | words_.held[node] | words_.vacant[node]) & bit) != 0) return;
  words_.vacant[node] |= bit;
  if ((words_.wanted[node] & bit) != 0) asking_.add(node);
}

template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::take_offers() {
  for (const Offer& offer : offers_) take(offer);
  offers_.clear();
  sort_errors();
}

/// A legal flit goes into its buffer, an illegal one is dropped and reported; a message to an
/// unknown destination is dropped up to its tail.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::take(const Offer& offer) {
  InjectionPort& port = injection_[offer.terminal * shape_.injection_ports + offer.injection_port];
  const Tag tag = offer.flit.tag;
  const std::uint8_t cause = offer.flit.destination < shape_.terminals ? 0 : kErrorDestination;
  const bool passes = port.guard.passes(tag, cause);
  if (const std::uint8_t causes = port.guard.take(tag, cause)) report(offer.terminal, causes);
  if (!passes) return;
  const Site in = offer.terminal * kSlots + link_buffers_ + offer.injection_port;
  push(in, is_tail(tag));
  if (is_head(tag)) {
    port.worm = worms_.make(offer.terminal, offer.flit.destination);
    worms_[port.worm].message = offer.flit.message;
    queue_head(in, port.worm);
  }
  worms_.record(port.worm, offer.flit);
}

/// A change of a terminal's stall takes effect in the next cycle.
template <typename Word, typename Bits>
void WormholeModel<Word, Bits>::register_stalls() {
  for (const Stall& stall : stalls_) {
    Word& open = words_.open[stall.terminal];
    open = stall.stalled ? open & fields_.all : open | ~fields_.all;
  }
  stalls_.clear();
}

}  // namespace

std::unique_ptr<Network> make_wormhole_model(const NetworkConfig& config, unsigned least_bits,
                                             const RouteSource& routes) {
  const unsigned links = 2 * static_cast<unsigned>(config.topology.extents.size());
  const WormholeConfig& router = wormhole_of(config);
  const unsigned buffers = links * router.link_virtual_channels() +
                           std::max(router.injection_ports, router.ejection_ports);
  const unsigned contents = std::max(router.depth + 1, least_bits);
  const bool narrow = std::max(buffers, least_bits) <= 32;
  if (narrow && contents <= 16)
    return std::make_unique<WormholeModel<std::uint32_t, std::uint16_t>>(config, routes);
  if (narrow && contents <= 32)
    return std::make_unique<WormholeModel<std::uint32_t, std::uint32_t>>(config, routes);
  if (contents <= 64)
    return std::make_unique<WormholeModel<std::uint64_t, std::uint64_t>>(config, routes);
  __extension__ using Longest = unsigned __int128;
  return std::make_unique<WormholeModel<std::uint64_t, Longest>>(config, routes);
}

}  // namespace wayfarer
