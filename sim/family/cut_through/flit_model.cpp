#include "family/cut_through/flit_model.hpp"

#include <algorithm>
#include <utility>

#include "family/mesh/header.hpp"

namespace wayfarer::cut_through {

FlitModel::FlitModel(const NetworkConfig& config, HopSource hops)
    : config_(config),
      router_(cut_through_of(config)),
      routing_(config),
      hop_source_(std::move(hops)),
      topology_(routing_.topology()),
      ports_(2 * topology_.dimensions()),
      channels_(router_.link_virtual_channels()),
      link_buffers_(ports_ * channels_),
      ins_(link_buffers_ + router_.injection_ports + router_.queue),
      in_buffers_(router_.chaotic() ? 2 * ins_ : ins_),
      outs_(link_buffers_ + router_.ejection_ports + router_.queue),
      half_duplex_(router_.duplex == Duplex::kHalf),
      binds_lanes_(router_.binds_lanes()),
      chaotic_(router_.chaotic()),
      draining_room_(router_.output_room == OutputRoom::kDraining ? bit(link_buffers_) - 1 : 0),
      connector_(config, topology_.nodes()),
      keeps_link_(router_.interleave == Interleave::kMessage),
      exchange_(config) {
  shape_.name = config.name;
  shape_.terminals = topology_.nodes();
  shape_.channels = topology_.link_ids();
  shape_.injection_ports = router_.injection_ports;
  shape_.parallel_ports = true;
  shape_.drivers_per_channel = router_.channel_drivers();
  shape_.flit_bytes = config.flit_bytes();
  shape_.least_data_flits = config.least_data_flits();
  shape_.header_id_mask = shape_.channel_id_mask = VcHeader(config).id_mask();
  for (unsigned out = 0; out < link_buffers_; ++out)
    port_of_.push_back(static_cast<std::uint8_t>(out / channels_));
  join_nodes();
  const std::size_t nodes = topology_.nodes();
  make_room(nodes * router_.ejection_ports, nodes * ports_);
  const std::size_t arriving = nodes * (ports_ + router_.queue);
  arrivals_.reserve(arriving);
  for (std::vector<Waking>& waking : waking_) waking.reserve(arriving);
  reset();
}

void FlitModel::join_nodes() {
  links_.resize(topology_.nodes() * (ports_ / 2));
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    for (unsigned port = 0; port < ports_; ++port) {
      const NodeId other = topology_.neighbour(node, port / 2, port % 2 != 0);
      const std::uint32_t link = (port % 2 == 0 ? node : other) * (ports_ / 2) + port / 2;
      neighbour_.push_back(other);
      link_of_.push_back(link);
      (port % 2 == 0 ? links_[link].plus : links_[link].minus) = node;
      (port % 2 == 0 ? links_[link].first_plus : links_[link].first_minus) =
          static_cast<std::uint16_t>(port * channels_);
    }
  }
}

void FlitModel::reset() {
  ModelBase::reset();
  const std::size_t nodes = topology_.nodes();
  now_ = 0;
  nodes_.assign(nodes, {});
  for (Node& node : nodes_) node.open = ~Mask{0};
  for (Link& link : links_) link.minus_last = true;
  active_nodes_.assign((nodes + 63) / 64, 0);
  active_links_.assign((links_.size() + 63) / 64, 0);
  in_.assign(nodes * in_buffers_, {});
  out_.assign(nodes * outs_, {});
  leaving_.assign(nodes * outs_, 0);
  choices_.assign(nodes * ins_, 0);
  for (std::vector<Waking>& waking : waking_) waking.clear();
  connector_.reset();
  exchange_.reset();
  messages_.clear();
  infos_.clear();
  free_slots_.clear();
  drawn_.assign(nodes, 0);
  injection_.assign(nodes * router_.injection_ports, {});
  ready_.assign(nodes, static_cast<PortMask>((1u << router_.injection_ports) - 1));
  drivers_.assign(shape_.channels, static_cast<std::uint8_t>(channels_ - 1));
  arrivals_.clear();
}

void FlitModel::step() {
  begin_step();
  wake_headers();
  grant_links();
  for (std::size_t word = 0; word < active_nodes_.size(); ++word)
    for (Mask left = active_nodes_[word]; left != 0; left &= left - 1)
      serve(static_cast<NodeId>(word * 64 + lowest_bit(left)));
  for (const Arrival& arrival : arrivals_) push(arrival);
  arrivals_.clear();
  take_offers();
  register_stalls();
  ++now_;
}

/// Headers that have been long enough in the node to be connected.
void FlitModel::wake_headers() {
  std::vector<Waking>& waking = waking_[now_ % kMaxPipeline];
  for (const Waking& header : waking) {
    const std::size_t index = header.node * ins_ + header.in;
    Node& node = nodes_[header.node];
    const MessageSlot message = in_[header.node * in_buffers_ + header.in].message;
    choices_[index] = routing_.outputs(header.node, messages_[message].hops, header.in);
    node.eligible |= bit(header.in);
    if (binds_lanes_)
      node.unbound |= bit(header.in);
    else if (!chaotic_)
      node.wanted |= choices_[index];
    activate(header.node);
  }
  waking.clear();
}

inline void FlitModel::grant_links() {
  const Mask members = bit(channels_) - 1;
  for (std::size_t word = 0; word < active_links_.size(); ++word) {
    for (Mask left = active_links_[word]; left != 0; left &= left - 1) {
      Link& link = links_[word * 64 + lowest_bit(left)];
      Node& plus = nodes_[link.plus];
      Node& minus = nodes_[link.minus];
      // Most often, a half-duplex link goes on with its message.
      Node& last = link.minus_last ? minus : plus;
      const Mask goes_on =
          last.kept & last.held & members << (link.minus_last ? link.first_minus : link.first_plus);
      if (half_duplex_ && goes_on != 0) {
        last.granted |= goes_on;
        continue;
      }
      if (((plus.held >> link.first_plus | minus.held >> link.first_minus) & members) == 0) {
        active_links_[word] &= ~(left & -left);
        continue;
      }
      const Ready ready = grant(link, plus, minus);
      if (ready.plus != 0) grant_direction(plus, link.plus, link.first_plus, ready.plus);
      if (ready.minus != 0) grant_direction(minus, link.minus, link.first_minus, ready.minus);
    }
  }
}

/// Those that may send in this cycle: of half-duplex links, one end's.
FlitModel::Ready FlitModel::grant(Link& link, const Node& plus, const Node& minus) const {
  const Mask plus_members = (bit(channels_) - 1) << link.first_plus;
  const Mask minus_members = (bit(channels_) - 1) << link.first_minus;
  // Within a message no header is at the front, so a message that goes on is ready.
  const Mask plus_kept = plus.kept & plus.held & plus_members;
  const Mask minus_kept = minus.kept & minus.held & minus_members;
  const Mask plus_all = plus.ready(!exchange_.full(minus)) & plus_members;
  const Mask minus_all = minus.ready(!exchange_.full(plus)) & minus_members;
  Ready ready{plus_kept != 0 ? plus_kept : plus_all, minus_kept != 0 ? minus_kept : minus_all};
  if (half_duplex_) {
    const bool goes_on = (link.minus_last ? minus_kept : plus_kept) != 0;
    if (ready.plus != 0 && ready.minus != 0)
      (link.minus_last == goes_on ? ready.plus : ready.minus) = 0;
    if ((ready.plus | ready.minus) != 0) link.minus_last = ready.minus != 0;
  }
  return ready;
}

inline void FlitModel::grant_direction(Node& state, NodeId node, unsigned first, Mask ready) {
  state.kept &= ~((bit(channels_) - 1) << first);
  if (!chaotic_) {
    state.granted |= bit(pick(node, first, ready));
    return;
  }
  drivers_[node * ports_ + port_of_[first]] =
      static_cast<std::uint8_t>(state.derouted >> first & 1);
  state.granted |= bit(first);
}

/// The next of the ready output buffers of a direction, whose first one is `first`.
unsigned FlitModel::pick(NodeId node, unsigned first, Mask ready) {
  std::uint8_t& last = drivers_[node * ports_ + port_of_[first]];
  last = static_cast<std::uint8_t>(first_after(ready >> first, last));
  return first + last;
}

inline void FlitModel::serve(NodeId node) {
  Node& state = nodes_[node];
  const Mask draining = state.draining() & draining_room_;  // from registers: before links send
  if (state.granted != 0) send(node);
  const Mask delivery = (bit(router_.ejection_ports) - 1) << link_buffers_;
  for (Mask left = state.held & state.open & delivery; left != 0; left &= left - 1)
    deliver(node, lowest_bit(left));
  const Mask free = ~state.connected & (~state.held | draining);
  if (state.unbound != 0) bind_lanes(node, free);
  if ((state.wanted & free) != 0) connect(node, free);
  if (chaotic_ && state.eligible != 0) exchange(node, free);
  if (state.fed != 0) cross(node);
  if (!state.active()) active_nodes_[node / 64] &= ~(Mask{1} << node % 64);
}

/// The flits that links take.
inline void FlitModel::send(NodeId node) {
  Node& state = nodes_[node];
  MessageBuffer* const buffers = &out_[node * outs_];
  Mask emptied = 0;
  Mask tails = 0;
  Mask uncovered = 0;
  for (Mask left = state.granted; left != 0; left &= left - 1) {
    const unsigned out = lowest_bit(left);
    const Mask here = left & -left;
    MessageBuffer& from = buffers[out];
    const bool head = (state.head & here) != 0;
    bool tail = false;
    if ((state.behind & here) != 0) {
      tail = --leaving_[node * outs_ + out] == 0;
      if (tail) uncovered |= here;
    } else {
      const bool empty = --from.level == 0;
      tail = empty && from.whole;
      if (empty) emptied |= here;
    }
    if (tail) tails |= here;
    const ChannelId channel = node * ports_ + port_of_[out];
    // Assigned in place: avoids a store-forwarding stall.
    Arrival& arrival = arrivals_.emplace_back();
    arrival.node = neighbour_[channel];
    arrival.in = static_cast<std::uint16_t>(out);
    arrival.head = head;
    arrival.tail = tail;
    arrival.message = from.message;
    if (counting()) {
      count(channel);
      if (!listing_ends() || !(head || tail)) continue;
    }
    Transfer& transfer = transfers_.emplace_back();
    transfer.channel = channel;
    transfer.driver = drivers_[channel];
    transfer.tag = make_tag(head, tail);
    transfer.acknowledged = true;
    transfer.message =
        head ? infos_[std::size_t{from.message} * router_.depth].message & shape_.channel_id_mask
             : 0;
  }
  state.held &= ~emptied;
  state.open &= ~(state.head & state.granted);
  state.head = (state.head & ~state.granted) | uncovered;
  state.behind &= ~uncovered;
  if (keeps_link_) state.kept = (state.kept | state.granted) & ~tails;
  state.granted = 0;
}

inline void FlitModel::deliver(NodeId node, unsigned out) {
  Node& state = nodes_[node];
  MessageBuffer& from = out_[node * outs_ + out];
  const FlitInfo& info = infos_[std::size_t{from.message} * router_.depth + from.delivered++];
  const bool head = (state.head & bit(out)) != 0;
  const bool empty = --from.level == 0;
  const bool tail = empty && from.whole;
  if (empty) state.held &= ~bit(out);
  state.head &= ~bit(out);
  if (tail) free_slots_.push_back(from.message);
  const bool intact = !head || messages_[from.message].destination == node;
  const auto index = static_cast<std::uint16_t>(head ? 0 : info.index & 0xff);
  const auto port = static_cast<std::uint8_t>(out - link_buffers_);
  const MessageId message = info.message & (head ? shape_.header_id_mask : ~MessageId{0});
  deliveries_.push_back({node, 0, port, make_tag(head, tail), intact, index, message});
}

/// Each header that has become eligible waits on the lowest free virtual channel of its class, or
/// on the lowest one if none is free.
void FlitModel::bind_lanes(NodeId node, Mask free) {
  Node& state = nodes_[node];
  const Mask links = bit(link_buffers_) - 1;
  for (Mask left = state.unbound; left != 0; left &= left - 1) {
    Mask& choices = choices_[node * ins_ + lowest_bit(left)];
    if ((choices & links) != 0)
      choices = bit(lowest_bit((choices & free) != 0 ? choices & free : choices));
    state.wanted |= choices;
  }
  state.unbound = 0;
}

Connection FlitModel::connect(NodeId node, Mask free) {
  Node& state = nodes_[node];
  const Mask* const choices = &choices_[node * ins_];
  const Connection made = connector_.connect(node, now_, state.eligible, choices, free);
  join(node, made);
  state.wanted = 0;
  for (Mask left = state.eligible; left != 0; left &= left - 1)
    state.wanted |= choices[lowest_bit(left)];
  return made;
}

/// The same with what packet exchange offers in place of minimal routes.
void FlitModel::exchange(NodeId node, Mask free) {
  Node& state = nodes_[node];
  const Mask* const choices = &choices_[node * ins_];
  const Mask* const offers = exchange_.offers(node, state, choices, free);
  if (std::all_of(offers, offers + ins_, [](Mask offer) { return offer == 0; })) return;
  const Connection made = connector_.connect(node, now_, state.eligible, offers, free);
  join(node, made);
  state.derouted = (state.derouted & ~bit(made.out)) | (bit(made.out) & ~choices[made.in]);
  if (exchange_.is_frame(made.out)) {
    exchange_.enter(node, made.out, now_);
    state.held |= bit(made.out);
  }
  vacate(node, made.in);
}

/// Joins an input buffer to an output buffer. The header crosses in the same cycle, with the flits
/// of the older connections.
void FlitModel::join(NodeId node, const Connection& made) {
  Node& state = nodes_[node];
  MessageBuffer& from = in_[node * in_buffers_ + made.in];
  from.partner = static_cast<std::uint16_t>(made.out);
  MessageBuffer& into = out_[node * outs_ + made.out];
  const bool behind = (state.held & bit(made.out)) != 0;
  if (behind) leaving_[node * outs_ + made.out] = into.level;
  into = {from.message, 0, 0, static_cast<std::uint16_t>(made.in), false};
  if (made.out < link_buffers_) routing_.pass(messages_[from.message].hops, made.out);
  (behind ? state.behind : state.head) |= bit(made.out);
  state.connected |= bit(made.out);
  state.fed |= bit(made.out);
  state.eligible &= ~bit(made.in);
  state.waiting &= ~bit(made.in);
  state.whole &= ~bit(made.in);
}

/// A flit moves from every connected input buffer that has one into its output buffer.
inline void FlitModel::cross(NodeId node) {
  Node& state = nodes_[node];
  MessageBuffer* const ins = &in_[node * in_buffers_];
  MessageBuffer* const outs = &out_[node * outs_];
  Mask starved = 0;
  Mask ended = 0;
  Mask filled = 0;
  for (Mask left = state.fed; left != 0; left &= left - 1) {
    const unsigned out = lowest_bit(left);
    const Mask here = left & -left;
    MessageBuffer& into = outs[out];
    MessageBuffer& from = ins[into.partner];
    const bool last = --from.level == 0;
    if (exchange_.is_frame(out))
      store(node, out, last && from.whole);
    else if (into.level++ == 0)
      filled |= here;
    if (!last) continue;
    starved |= here;
    if (!from.whole) continue;
    into.whole = true;
    ended |= here;
    if (into.partner >= ins_)
      state.leaving &= ~bit(into.partner - ins_);
    else
      release(node, into.partner);
  }
  state.fed &= ~starved;
  state.connected &= ~ended;
  state.held |= filled;
  for (Mask left = filled & (bit(link_buffers_) - 1); left != 0; left &= left - 1)
    activate_link(link_of_[node * ports_ + port_of_[lowest_bit(left)]]);
}

/// A flit enters a frame of the queue: at the end of the cycle, as through a link.
void FlitModel::store(NodeId node, unsigned out, bool tail) {
  Node& state = nodes_[node];
  const bool head = (state.head & bit(out)) != 0;
  state.head &= ~bit(out);
  arrivals_.push_back({node, static_cast<std::uint16_t>(exchange_.in_of(out)), head, tail,
                       out_[node * outs_ + out].message});
}

/// With chaotic routing, an input buffer that a whole message is leaving has room for another one.
/// The rest of the first one is kept apart.
void FlitModel::vacate(NodeId node, unsigned in) {
  MessageBuffer& from = in_[node * in_buffers_ + in];
  if (!from.whole || from.partner == kUnconnected) return;
  const unsigned rest = ins_ + in;
  in_[node * in_buffers_ + rest] = from;
  out_[node * outs_ + from.partner].partner = static_cast<std::uint16_t>(rest);
  from = {};
  nodes_[node].leaving |= bit(in);
  release(node, in);
}

/// Called when an input buffer has room: its sender may send the next header.
void FlitModel::release(NodeId node, unsigned in) {
  if (exchange_.is_frame_in(in))
    nodes_[node].held &= ~bit(exchange_.out_of(in));
  else if (in >= link_buffers_)
    ready_[node] = static_cast<PortMask>(ready_[node] | 1u << (in - link_buffers_));
  else
    nodes_[neighbour_[node * ports_ + (port_of_[in] ^ 1u)]].open |= bit(in);
}

inline void FlitModel::push(const Arrival& arrival) {
  if (arrival.head) arrive(arrival.node, arrival.in, arrival.message);
  MessageBuffer& into = in_[arrival.node * in_buffers_ + arrival.in];
  ++into.level;
  into.whole = arrival.tail;
  if (into.partner != kUnconnected)
    nodes_[arrival.node].fed |= bit(into.partner);
  else if (arrival.tail)
    nodes_[arrival.node].whole |= bit(arrival.in);
  if (chaotic_) vacate(arrival.node, arrival.in);
}

/// A header comes to an empty input buffer.
void FlitModel::arrive(NodeId node, unsigned in, MessageSlot message) {
  in_[node * in_buffers_ + in] = {message, 0, 0, kUnconnected, false};
  // A message in the queue has been routed.
  const bool queued = exchange_.is_frame_in(in);
  waking_[(now_ + (queued ? 1 : router_.pipeline)) % kMaxPipeline].push_back({node, in});
  if (queued) nodes_[node].waiting |= bit(in);
}

inline void FlitModel::take_offers() {
  for (const Offer& offer : offers_) take(offer);
  offers_.clear();
  sort_errors();
}

/// A legal flit goes into its buffer, an illegal one is dropped and reported. A message to an
/// unknown destination, or the excess of one that is too long, is dropped up to its tail.
inline void FlitModel::take(const Offer& offer) {
  const auto [terminal, number, flit] = offer;
  InjectionPort& port = injection_[terminal * shape_.injection_ports + number];
  const bool head = is_head(flit.tag);
  const unsigned place = head ? 0 : port.flits;
  const bool full = place + 1 == router_.depth;
  const std::uint8_t cause = flit.destination < shape_.terminals ? 0 : kErrorDestination;
  const bool passes = port.guard.passes(flit.tag, cause);
  if (const std::uint8_t causes = port.guard.take(flit.tag, cause, full)) report(terminal, causes);
  if (!passes) return;
  if (head) port.message = make_message(terminal, flit.destination);
  port.flits = place + 1;
  infos_[std::size_t{port.message} * router_.depth + place] = {flit.message, flit.index};
  const bool tail = full || is_tail(flit.tag);
  if (tail) ready_[terminal] = static_cast<PortMask>(ready_[terminal] & ~(1u << number));
  push({terminal, static_cast<std::uint16_t>(link_buffers_ + number), head, tail, port.message});
}

MessageSlot FlitModel::make_message(TerminalId terminal, TerminalId destination) {
  if (free_slots_.empty()) {
    const std::size_t known = messages_.size();
    messages_.resize(2 * known + topology_.nodes());
    infos_.resize(messages_.size() * router_.depth);
    for (std::size_t slot = messages_.size(); slot-- > known;)
      free_slots_.push_back(static_cast<MessageSlot>(slot));
  }
  const MessageSlot message = free_slots_.back();
  free_slots_.pop_back();
  messages_[message] = {
      hop_source_ ? hop_source_(terminal)
                  : draw_hops(topology_, router_.seed, terminal, destination, drawn_[terminal]++),
      destination};
  return message;
}

/// A change of a terminal's stall takes effect in the next cycle.
void FlitModel::register_stalls() {
  const Mask ejection = (bit(router_.ejection_ports) - 1) << link_buffers_;
  for (const Stall& stall : stalls_) {
    Mask& open = nodes_[stall.terminal].open;
    open = stall.stalled ? open & ~ejection : open | ejection;
  }
  stalls_.clear();
}

}  // namespace wayfarer::cut_through
