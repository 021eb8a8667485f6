#include "family/iba/flit_model.hpp"

#include <algorithm>
#include <utility>

namespace wayfarer::iba {

using kit::ModelBase;

FlitModel::FlitModel(const NetworkConfig& config)
    : config_(config),
      router_(iba_of(config)),
      mesh_(config.topology),
      lanes_(router_.virtual_lanes),
      ins_(kIbaPorts * lanes_),
      depth_(router_.depth),
      longest_(largest_packet_flits(config)),
      turns_(arbitration_entries(config)),
      mtu_(segment_flits(config)),
      tables_(mesh_, router_.groups, lanes_),
      data_arrivals_(mesh_.links()) {
  shape_.name = config.name;
  shape_.terminals = mesh_.switches();
  shape_.channels = mesh_.links();
  shape_.injection_ports = lanes_;
  shape_.drivers_per_channel = lanes_;
  shape_.flit_bytes = config.flit_bytes();
  shape_.least_data_flits = config.least_data_flits();
  shape_.segment_flits = mtu_;
  if (mtu_ != 0) shape_.header_id_mask = 0;
  for (unsigned bit = 0; bit < ins_; ++bit) port_of_[bit] = static_cast<std::uint8_t>(bit / lanes_);
  for (TerminalId at = 0; at < mesh_.switches(); ++at) {
    for (unsigned port = 0; port < kIbaPorts; ++port) {
      const auto way = static_cast<IbaPort>(port);
      const auto entry = port == 0 ? 0 : static_cast<unsigned>(IbaMesh::opposite(way));
      next_input_.push_back(mesh_.neighbour(at, way) * ins_ + entry * lanes_);
    }
  }
  make_room(mesh_.switches(), mesh_.links());
  if (router_.in_band) {
    auto in_band = std::make_unique<InBandModel>(mesh_, *this);
    in_band_ = in_band.get();
    attach(std::move(in_band));
  }
  reset();
}

void FlitModel::reset() {
  ModelBase::reset();
  const std::size_t switches = mesh_.switches();
  tables_.reset();
  counters_.assign(switches, {});
  buffers_.assign(switches * ins_, {});
  rings_.assign(switches * ins_ * depth_, kNone);
  hops_.assign(router_.hop_limit != 0 ? rings_.size() : 0, 0);
  switches_.assign(switches, {});
  outputs_.assign(switches * ins_, {kNone, ins_ - 1, depth_});
  started_.assign(switches, ins_ - 1);
  now_ = 0;
  last_lane_.assign(switches * kIbaPorts, static_cast<std::uint8_t>(lanes_ - 1));
  arbiters_.assign(turns_ != 0 ? switches * kIbaPorts : 0,
                   LaneArbiter(lanes_, turn_flits(config_)));
  stalled_.assign(switches, 0);
  free_packets_.clear();
  for (std::uint32_t i = 0; i < packets_.size(); ++i) free_packets_.push_back(i);
  injection_.assign(switches * lanes_, {});
  headers_sent_.assign(switches, 0);
  segmenters_.assign(switches * lanes_, Segmenter(mtu_));
  headers_.assign(switches * lanes_, {});
  reassemblers_.assign(switches, Reassembler(mtu_));
  if (in_band_ != nullptr) in_band_->reset();
  inserts_.assign(switches, 0);
  inserting_.clear();
  ready_.assign(switches, 0);
  for (TerminalId at = 0; at < switches; ++at) update_ready(at);
  drivers_.assign(shape_.channels, static_cast<std::uint8_t>(lanes_ - 1));
  arrivals_.clear();
  data_arrivals_.clear();
  returns_.clear();
  freed_.clear();
}

void FlitModel::write(std::uint32_t at, IbaTable which, std::uint32_t entry, std::uint32_t value) {
  if (at >= mesh_.switches()) return;
  if (which != IbaTable::kArbitration) return tables_.write(at, which, entry, value);
  if (has_arbitration_entry(turns_, entry))
    arbiter(at, port_of_arbitration(entry))
        .write(part_of_arbitration(entry), number_of_arbitration(entry), value);
}

std::uint32_t FlitModel::read(std::uint32_t at, IbaTable which, std::uint32_t entry) {
  if (at >= mesh_.switches()) return 0;
  if (which == IbaTable::kCounters) return entry < 2 ? counters_[at][entry] : 0;
  if (which != IbaTable::kArbitration) return tables_.read(at, which, entry);
  return has_arbitration_entry(turns_, entry)
             ? arbiter(at, port_of_arbitration(entry))
                   .read(part_of_arbitration(entry), number_of_arbitration(entry))
             : 0;
}

void FlitModel::step() {
  begin_step();
  ++now_;
  if (in_band_ != nullptr) {
    in_band_->begin_step();
    held_link_ = in_band_->link();
  }
  if (mtu_ != 0) reassemble();
  for (TerminalId at = 0; at < mesh_.switches(); ++at)
    if (switches_[at].served != 0 || switches_[at].owned != 0) serve(at);
  for (const std::uint32_t buffer : data_arrivals_) ++buffers_[buffer].arrived;
  data_arrivals_.clear();
  for (const Arrival& arrival : arrivals_) push(arrival);
  arrivals_.clear();
  apply_returns();
  take_offers();
  sort_errors();
  for (const Stall& stall : stalls_) stalled_[stall.terminal] = stall.stalled ? 1 : 0;
  stalls_.clear();
  if (in_band_ != nullptr) in_band_->end_step();
}

void FlitModel::apply_returns() {
  for (const Return& back : returns_) {
    output(back.at, back.port, back.lane).credit += back.flits;
    switches_[back.at].changed |= bit(back.port);
  }
  returns_.clear();
}

inline void FlitModel::serve(TerminalId at) {
  Switch& state = switches_[at];
  const Mask looking = state.looking;
  const Mask discarding = state.discarding;
  const Mask dropping = state.dropping;
  if (router_.replication == Replication::kAllOrNothing)
    start_together(at);
  else if (state.changed != 0)
    start_branches(at, ~Mask{0});
  for (Mask left = state.owned; left != 0;) {
    const unsigned port = port_of_[lowest_bit(left)];
    left &= ~Mask{0} << port * lanes_ << lanes_;
    serve_link(at, port);
  }
  for (Mask left = looking; left != 0; left &= left - 1) look_up(at, lowest_bit(left));
  for (Mask left = discarding; left != 0; left &= left - 1) discard(at, lowest_bit(left));
  if (router_.lifetime == 0) return;
  if (dropping != 0) drop(at, dropping);
  expire(at, state.served & ~looking);
}

inline bool FlitModel::may_take(TerminalId at, unsigned in, unsigned port, unsigned lane) const {
  const Output& out = output(at, port, lane);
  return (buffer(at, in).lanes & bit(port * lanes_ + lane)) != 0 &&
         (port == 0 || packets_[front(at, in)].flits <= out.credit);
}

void FlitModel::begin(TerminalId at, unsigned in, unsigned port, unsigned lane) {
  Output& out = output(at, port, lane);
  Buffer& from = buffer(at, in);
  out.owner = in;
  switches_[at].owned |= bit(port * lanes_ + lane);
  if (port != 0) out.credit -= packets_[front(at, in)].flits;
  from.pending = static_cast<std::uint8_t>(from.pending & ~bit(port));
  from.moving = static_cast<std::uint8_t>(from.moving | bit(port));
  from.sent[port] = 0;
  switches_[at].waiting[port] &= ~bit(in);
}

/// Each output port's virtual lanes, one after the other, take a branch that waits for the port.
/// A branch that cannot start now waits until the port's state changes.
void FlitModel::start_branches(TerminalId at, Mask inputs) {
  Switch& state = switches_[at];
  for (; state.changed != 0; state.changed &= state.changed - 1) {
    const unsigned port = lowest_bit(state.changed);
    for (unsigned lane = 0; lane < lanes_ && (state.waiting[port] & inputs) != 0; ++lane) {
      Output& out = output(at, port, lane);
      if (out.owner != kNone) continue;
      Mask able = 0;
      for (Mask left = state.waiting[port] & inputs; left != 0; left &= left - 1)
        if (may_take(at, lowest_bit(left), port, lane)) able |= left & -left;
      if (able == 0) continue;
      out.last = first_after(able, out.last);
      begin(at, out.last, port, lane);
    }
  }
}

/// Packets that have waited long enough start branch by branch, then one of the others starts
/// whole.
void FlitModel::start_together(TerminalId at) {
  Switch& state = switches_[at];
  Mask inputs = 0;
  for (const Mask waiting : state.waiting) inputs |= waiting;
  Mask young = 0;
  Mask aging = 0;  // output ports of packets that reach the age in the next cycle
  for (Mask left = inputs; left != 0; left &= left - 1) {
    Buffer& waiting = buffer(at, lowest_bit(left));
    if (waiting.waited == router_.age) continue;
    young |= left & -left;
    if (++waiting.waited == router_.age) aging |= waiting.pending;
  }
  const Mask changed = state.changed;
  start_branches(at, inputs & ~young);
  state.changed = aging;
  if (changed == 0) return;
  Mask able = 0;
  for (Mask left = young; left != 0; left &= left - 1)
    if (can_start(at, lowest_bit(left))) able |= left & -left;
  if (able == 0) return;
  state.changed |= changed;  // others may be able to start in the next cycle
  const unsigned in = first_after(able, started_[at]);
  started_[at] = in;
  for (Mask ports = buffer(at, in).pending; ports != 0; ports &= ports - 1) {
    const unsigned port = lowest_bit(ports);
    unsigned lane = 0;
    while (output(at, port, lane).owner != kNone || !may_take(at, in, port, lane)) ++lane;
    begin(at, in, port, lane);
  }
}

bool FlitModel::can_start(TerminalId at, unsigned in) const {
  for (Mask ports = buffer(at, in).pending; ports != 0; ports &= ports - 1) {
    const unsigned port = lowest_bit(ports);
    bool able = false;
    for (unsigned lane = 0; lane < lanes_; ++lane)
      able = able || (output(at, port, lane).owner == kNone && may_take(at, in, port, lane));
    if (!able) return false;
  }
  return true;
}

/// Lockstep: whether all branches have their outputs and none has sent less than this one.
inline bool FlitModel::in_step(const Buffer& from, unsigned port) {
  if (from.pending != 0) return false;
  for (Mask others = from.moving; others != 0; others &= others - 1)
    if (from.sent[lowest_bit(others)] < from.sent[port]) return false;
  return true;
}

inline bool FlitModel::has_flit(TerminalId at, unsigned in, unsigned port) const {
  const Buffer& from = buffer(at, in);
  if (router_.replication == Replication::kLockstep && !in_step(from, port)) return false;
  return arrived(from, port);
}

inline void FlitModel::serve_link(TerminalId at, unsigned port) {
  if (port == 0 ? stalled_[at] != 0 : IbaMesh::link(at, static_cast<IbaPort>(port)) == held_link_)
    return;
  Mask ready = 0;
  for (Mask left = switches_[at].owned >> port * lanes_ & (bit(lanes_) - 1); left != 0;
       left &= left - 1) {
    const unsigned lane = lowest_bit(left);
    const std::uint32_t owner = output(at, port, lane).owner;
    if (owner < ins_ && has_flit(at, owner, port)) ready |= bit(lane);
  }
  if (port == 0 && router_.lifetime != 0)
    for (unsigned lane = 0; lane < lanes_; ++lane)
      if (output(at, 0, lane).owner == kClosing) ready |= bit(lane);
  if (ready == 0) return;
  std::uint8_t& last = last_lane_[at * kIbaPorts + port];
  last = static_cast<std::uint8_t>(turns_ == 0 ? first_after(ready, last)
                                               : arbiter(at, port).serve(ready, now_));
  if (port == 0 && output(at, 0, last).owner == kClosing) return close(at, last);
  send(at, port, last);
}

inline void FlitModel::send(TerminalId at, unsigned port, unsigned lane) {
  Output& out = output(at, port, lane);
  const unsigned in = out.owner;
  Buffer& from = buffer(at, in);
  const std::uint32_t id = front(at, in);
  const Packet& packet = packets_[id];
  const std::uint32_t flit = from.sent[port]++;
  const bool tail = packet.is_tail(flit);
  if (port == 0) {
    deliver(at, lane, packet, flit);
  } else {
    const auto way = static_cast<IbaPort>(port);
    const std::uint32_t next = next_input_[at * kIbaPorts + port] + lane;
    if (flit == 0) {
      const std::uint8_t hops =
          router_.hop_limit == 0 ? 0 : static_cast<std::uint8_t>(hops_[queued(at, in, 0)] + 1);
      arrivals_.push_back({mesh_.neighbour(at, way), next % ins_, id, hops});
      ++packets_[id].copies;
    } else {
      data_arrivals_.add(next);
    }
    const ChannelId link = IbaMesh::link(at, way);
    if (counting())
      count(link);
    else
      drivers_[link] = static_cast<std::uint8_t>(lane);
    if (!counting() || (listing_ends() && (flit == 0 || tail)))
      transfers_.push_back({link, static_cast<std::uint8_t>(lane), 0, make_tag(flit == 0, tail),
                            true, flit == 0 ? packet.infos.front().message : 0,
                            static_cast<std::uint16_t>(flit == 0 ? packet.segment.number : 0)});
  }
  if (!tail) return;
  if (turns_ != 0) arbiter(at, port).end(lane, now_);
  release(at, port, lane);
  from.moving = static_cast<std::uint8_t>(from.moving & ~bit(port));
  if ((from.moving | from.pending | from.dropped) == 0) {
    if (!from.late) ++counters_[at][static_cast<unsigned>(IbaCounter::kForwarded)];
    leave(at, in);
  }
}

inline void FlitModel::deliver(TerminalId at, unsigned lane, const Packet& packet,
                               std::uint32_t flit) {
  const Tag tag = make_tag(flit == 0, packet.is_tail(flit));
  const FlitInfo& info = packet.infos[flit];
  const Delivery delivery = {
      at,
      0,
      static_cast<std::uint8_t>(lane),
      tag,
      flit != 0 || is_multicast(packet.destination) || packet.destination == at,
      info.index,
      info.message};
  if (mtu_ == 0)
    deliveries_.push_back(delivery);
  else
    reassemblers_[at].hold({delivery, packet.segment, packet.flits - 1});
}

/// The flits that endpoints received in the previous cycle.
void FlitModel::reassemble() {
  for (TerminalId at = 0; at < mesh_.switches(); ++at) {
    Reassembler& reassembler = reassemblers_[at];
    if (!reassembler.holds() || stalled_[at] != 0) continue;
    const auto [passes, out_of_sequence] = reassembler.release();
    if (passes) deliveries_.push_back(reassembler.delivery());
    if (out_of_sequence) report(at, kErrorSequence);
  }
}

void FlitModel::discard(TerminalId at, unsigned in) {
  Buffer& from = buffer(at, in);
  if (!has_flit(at, in, 0)) return;
  const std::uint32_t flit = from.sent[0]++;
  if (packets_[front(at, in)].is_tail(flit)) leave(at, in);
}

/// Packets that have not moved for too long lose the branches that wait.
void FlitModel::expire(TerminalId at, Mask inputs) {
  for (Mask left = inputs; left != 0; left &= left - 1) {
    const unsigned in = lowest_bit(left);
    Buffer& from = buffer(at, in);
    const bool waits = (from.pending | (from.moving & 1)) != 0;
    const std::uint32_t progress = progress_of(from);
    if (progress != from.progress || !waits)
      from.idle = 0;
    else if (from.idle++ == router_.lifetime)
      drop_late(at, in);
    from.progress = progress;
  }
}

/// Drops the branches that wait, and one to the endpoint; those on links end by themselves.
void FlitModel::drop_late(TerminalId at, unsigned in) {
  Switch& state = switches_[at];
  Buffer& from = buffer(at, in);
  from.late = true;
  from.dropped = static_cast<std::uint8_t>(from.pending | (from.moving & 1));
  for (Mask ports = from.pending; ports != 0; ports &= ports - 1)
    state.waiting[lowest_bit(ports)] &= ~bit(in);
  for (unsigned lane = 0; lane < lanes_; ++lane)
    if (Output& out = output(at, 0, lane); out.owner == in)
      out.owner = from.sent[0] != 0 ? kCut : kDropped;
  from.pending = 0;
  from.moving = static_cast<std::uint8_t>(from.moving & ~1);
  state.dropping |= bit(in);
  ++counters_[at][static_cast<unsigned>(IbaCounter::kDiscarded)];
  report(at, kErrorLifetime);
}

/// A flit of each dropped branch; the endpoint's virtual lanes are free, or about to end a packet.
void FlitModel::drop(TerminalId at, Mask inputs) {
  Switch& state = switches_[at];
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    Output& out = output(at, 0, lane);
    if (out.owner == kCut) out.owner = kClosing;
    if (out.owner == kDropped) release(at, 0, lane);
  }
  for (Mask left = inputs; left != 0; left &= left - 1) {
    const unsigned in = lowest_bit(left);
    Buffer& from = buffer(at, in);
    const Packet& packet = packets_[front(at, in)];
    for (Mask ports = from.dropped; ports != 0; ports &= ports - 1) {
      const unsigned port = lowest_bit(ports);
      if (arrived(from, port) && packet.is_tail(from.sent[port]++))
        from.dropped = static_cast<std::uint8_t>(from.dropped & ~bit(port));
    }
    if (from.dropped != 0) continue;
    state.dropping &= ~bit(in);
    if ((from.moving | from.pending) == 0) leave(at, in);
  }
}

/// Ends a packet at the endpoint of which the rest was dropped: a header and tail without a source.
void FlitModel::close(TerminalId at, unsigned lane) {
  Delivery end;
  end.terminal = at;
  end.buffer = static_cast<std::uint8_t>(lane);
  end.tag = Tag::kSingle;
  end.intact = false;
  if (turns_ != 0) arbiter(at, 0).end(lane, now_);
  release(at, 0, lane);
  if (mtu_ == 0)
    deliveries_.push_back(end);
  else
    reassemblers_[at].hold({end, {}, 0, true});
}

/// The virtual lane of an output port can be taken from the next cycle on.
void FlitModel::release(TerminalId at, unsigned port, unsigned lane) {
  output(at, port, lane).owner = kNone;
  switches_[at].owned &= ~bit(port * lanes_ + lane);
  switches_[at].changed |= bit(port);
}

void FlitModel::look_up(TerminalId at, unsigned in) {
  Switch& state = switches_[at];
  Buffer& from = buffer(at, in);
  state.looking &= ~bit(in);
  from.sent = {};
  from.waited = 0;
  from.idle = 0;
  from.late = false;
  const Packet& packet = packets_[front(at, in)];
  from.lanes = tables_.lanes_of(at, packet.level);
  from.pending = static_cast<std::uint8_t>(tables_.ports(at, packet.destination + 1, from.lanes));
  constexpr Mask kLinks = ~Mask{1};
  if (!hops_.empty() && hops_[queued(at, in, 0)] >= router_.hop_limit &&
      (from.pending & kLinks) != 0)
    from.pending = 0;
  from.progress = progress_of(from);
  if (from.pending == 0) {
    state.discarding |= bit(in);
    ++counters_[at][static_cast<unsigned>(IbaCounter::kDiscarded)];
    report(at, kErrorRoute);
    return;
  }
  for (Mask ports = from.pending; ports != 0; ports &= ports - 1)
    state.waiting[lowest_bit(ports)] |= bit(in);
  state.changed |= from.pending;
}

/// Called when the front packet has left: returns its space to the sender and looks up the next
/// one.
void FlitModel::leave(TerminalId at, unsigned in) {
  Buffer& from = buffer(at, in);
  const std::uint32_t id = front(at, in);
  Packet& packet = packets_[id];
  from.used -= packet.flits;
  from.first = from.first + 1 == depth_ ? 0 : from.first + 1;
  --from.packets;
  from.front = rings_[queued(at, in, 0)];
  Switch& state = switches_[at];
  state.discarding &= ~bit(in);
  (from.packets != 0 ? state.looking : state.served) ^= bit(in);
  const unsigned port = in / lanes_;
  if (port == 0) {
    freed_.push_back(at);
  } else {
    const auto entry = static_cast<IbaPort>(port);
    const auto exit = static_cast<unsigned>(IbaMesh::opposite(entry));
    returns_.push_back({mesh_.neighbour(at, entry), exit, in % lanes_, packet.flits});
  }
  if (--packet.copies == 0) free_packets_.push_back(id);
}

void FlitModel::push(const Arrival& arrival) {
  Buffer& into = buffer(arrival.at, arrival.in);
  const std::size_t place = queued(arrival.at, arrival.in, into.packets);
  rings_[place] = arrival.packet;
  if (!hops_.empty()) hops_[place] = arrival.hops;
  ++into.packets;
  into.arrived = 1;
  into.used += packets_[arrival.packet].flits;
  Switch& state = switches_[arrival.at];
  state.served |= bit(arrival.in);
  if (into.packets != 1) return;
  into.front = arrival.packet;
  state.looking |= bit(arrival.in);
}

inline void FlitModel::take_offers() {
  if (!inserting_.empty()) insert_headers();
  for (const Offer& offer : offers_) {
    if (is_head(offer.flit.tag)) choose_level(offer);
    if (mtu_ == 0)
      take(offer, config_.data_flits(offer.flit.length_bytes));
    else
      cut(offer);
  }
  for (const Offer& offer : offers_) update_ready(offer.terminal);
  for (const TerminalId terminal : freed_) update_ready(terminal);
  offers_.clear();
  freed_.clear();
}

/// A terminal's headers take the service levels in turn, from its number on; all packets of a
/// message have one.
inline void FlitModel::choose_level(const Offer& offer) {
  const std::size_t number = offer.terminal * lanes_ + offer.injection_port;
  const std::uint32_t level = router_.level_of(offer.terminal, headers_sent_[offer.terminal]++);
  if (mtu_ == 0 || !segmenters_[number].open()) injection_[number].level = level;
}

/// Inserts headers of later packets, one per terminal, which offers no flit then.
void FlitModel::insert_headers() {
  for (const TerminalId terminal : inserting_) {
    const unsigned lane = lowest_bit(inserts_[terminal]);
    const std::size_t number = terminal * lanes_ + lane;
    take_header(terminal, lane, headers_[number], segmenters_[number].insert());
    inserts_[terminal] = 0;
    freed_.push_back(terminal);
  }
  inserting_.clear();
}

/// Turns a flit of a message into a flit of a packet.
void FlitModel::cut(Offer offer) {
  const std::size_t number = offer.terminal * lanes_ + offer.injection_port;
  Segmenter& segmenter = segmenters_[number];
  Flit& flit = offer.flit;
  if (!is_head(flit.tag)) {
    flit.tag = segmenter.take_data(flit.tag);
    return take(offer, 0);
  }
  if (!segmenter.open()) headers_[number] = flit;
  take_header(offer.terminal, offer.injection_port, flit,
              segmenter.take_header(flit.tag, config_.data_flits(flit.length_bytes)));
}

void FlitModel::take_header(TerminalId terminal, unsigned lane, const Flit& flit,
                            const Segmenter::Header& header) {
  const Segment segment = {terminal, flit.message, static_cast<std::uint8_t>(lane), header.number,
                           header.last};
  take({terminal, lane, flit}, header.data_flits, segment);
}

/// A legal flit goes into its buffer. A flit out of order is dropped and reported; so is a packet
/// that is too long, up to its tail.
inline void FlitModel::take(const Offer& offer, std::uint32_t data_flits, const Segment& segment) {
  Lane& lane = injection_[offer.terminal * lanes_ + offer.injection_port];
  const Tag tag = offer.flit.tag;
  const bool head = is_head(tag);
  const std::uint32_t left = head ? data_flits + 1 : lane.left;
  const bool last = left == 1;
  const std::uint8_t cause = left > longest_ ? kErrorLength : 0;
  const bool passes = lane.guard.passes(tag, cause);
  if (const std::uint8_t causes = lane.guard.take(tag, cause, last)) report(offer.terminal, causes);
  if (!passes) return;
  if (is_tail(tag) && !last) report(offer.terminal, kErrorLength);
  if (head) lane.packet = make_packet(offer.flit, left, lane.level);
  lane.left = left - 1;
  Packet& packet = packets_[lane.packet];
  if (head) packet.segment = segment;
  packet.infos.push_back({offer.flit.message, static_cast<std::uint16_t>(offer.flit.index & 0xff)});
  ++packet.sent;
  packet.closed = last || is_tail(tag);
  if (head)
    push({offer.terminal, offer.injection_port, lane.packet, 0});
  else
    ++buffer(offer.terminal, offer.injection_port).arrived;
}

std::uint32_t FlitModel::make_packet(const Flit& header, std::uint32_t flits, std::uint32_t level) {
  if (free_packets_.empty()) {
    free_packets_.push_back(static_cast<std::uint32_t>(packets_.size()));
    packets_.emplace_back();
  }
  const std::uint32_t id = free_packets_.back();
  free_packets_.pop_back();
  Packet& packet = packets_[id];
  packet.destination = header.destination;
  packet.flits = flits;
  packet.level = level;
  packet.sent = 0;
  packet.closed = false;
  packet.copies = 1;
  packet.infos.clear();
  return id;
}

inline void FlitModel::update_ready(TerminalId terminal) {
  Mask ready = 0;
  Mask due = 0;
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    const std::size_t number = terminal * lanes_ + lane;
    const bool room = depth_ - buffer(terminal, lane).used >= longest_;
    if (injection_[number].guard.open() || room) ready |= bit(lane);
    if (segmenters_[number].due()) due |= bit(lane);
  }
  if (const Mask insert = ready & due; insert != 0) {
    if (inserts_[terminal] == 0) inserting_.push_back(terminal);
    inserts_[terminal] = static_cast<PortMask>(insert);
    ready = 0;
  }
  ready_[terminal] = static_cast<PortMask>(ready & ~due);
}

}  // namespace wayfarer::iba
