#include "model/vc/wormhole_model.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "model/model_base.hpp"
#include "model/vc/wormhole_state.hpp"
#include "topology/direct_topology.hpp"
#include "topology/romm_phases.hpp"

namespace wayfarer {
namespace {

using model::ModelBase;
using namespace vc;

/// Node after node decides from its own state at the start of the cycle and moves its flits; what
/// others would see of that (arrivals, buffers no longer full) is applied when all have.
class WormholeModel final : public ModelBase {
 public:
  explicit WormholeModel(const NetworkConfig& config);

  void reset() override;
  void step() override;

 private:
  void join_nodes();

  // Decide and move, one node.
  void serve(NodeId node);
  void allocate(NodeId node);
  void connect(NodeId node, unsigned in, unsigned out);
  [[nodiscard]] unsigned grant_link(NodeId node, unsigned port, Mask ready);
  [[nodiscard]] MovingFlit cross(NodeId node, unsigned out);
  void hold(NodeId node, unsigned out, const MovingFlit& flit);
  [[nodiscard]] MovingFlit release(NodeId node, unsigned out);
  void send(NodeId node, unsigned port, unsigned out, const MovingFlit& flit);
  void deliver(NodeId node, unsigned out, const MovingFlit& flit);
  void move_head(NodeId node, unsigned port, WormId id);
  void begin_segment(WormId id);
  /// The first output buffer of a set; the last one serves for those missing.
  [[nodiscard]] std::uint16_t first_of(unsigned port, unsigned set) const {
    return static_cast<std::uint16_t>(port * channels_ + std::min(set, config_.vc.sets - 1) * lanes_);
  }

  void request(NodeId node, unsigned in);

  // Between the nodes, at the end of the cycle.
  void open_freed();
  void push_arrivals();
  void push(const Arrival& arrival);
  void take_offers();
  void take(const Offer& offer);
  [[nodiscard]] WormId make_worm(const Offer& offer);
  void say(Worm& worm, const Flit& flit);
  void set_open(NodeId node, unsigned in, bool open);
  void register_stalls();

  [[nodiscard]] Buffer& buffer(NodeId node, unsigned in) { return buffers_[node * ins_ + in]; }
  [[nodiscard]] Output& output(NodeId node, unsigned out) { return outputs_[node * outs_ + out]; }
  /// The ring of an input buffer.
  [[nodiscard]] WormId* heads(NodeId node, unsigned in) {
    return &heads_[std::size_t{node * ins_ + in} * depth_];
  }
  [[nodiscard]] unsigned slot(unsigned position) const {
    return position >= depth_ ? position - depth_ : position;
  }

  const NetworkConfig config_;
  const DirectTopology topology_;
  const RommRouting routing_;
  const unsigned ports_;           ///< Links out of a node.
  const unsigned channels_;        ///< Virtual channels of a link.
  const unsigned classes_;
  const unsigned lanes_;
  const unsigned delivery_lanes_;
  const unsigned link_buffers_;
  const unsigned ins_;
  const unsigned outs_;
  const unsigned depth_;
  const unsigned most_segments_;   ///< Of a way.
  std::vector<NodeId> neighbour_;        ///< By node and port.
  std::vector<std::uint8_t> wraps_;      ///< By node and port.
  std::vector<std::uint8_t> port_of_;    ///< By output buffer of a link.
  std::vector<Mask> members_;            ///< By port: the output buffers of its link.
  std::vector<Mask> class_of_;           ///< By output buffer: those that serve the same headers.

  std::vector<Node> nodes_;
  std::vector<std::uint64_t> active_;    ///< One bit for each node that has a flit.
  std::vector<Buffer> buffers_;
  std::vector<WormId> heads_;            ///< By input buffer: see heads().
  std::vector<Mask> waiting_;            ///< By node and first output buffer of a class.
  std::vector<Output> outputs_;          ///< By node and output buffer.
  std::vector<Worm> worms_;
  std::vector<Segment> segments_;        ///< By worm, as many as its way can have.
  std::vector<WormId> free_worms_;
  std::vector<Said> said_;
  std::uint32_t free_said_ = kNone;      ///< The first of a list.
  std::vector<std::uint32_t> drawn_;     ///< By terminal: messages whose phases have been drawn.
  std::vector<Lane> injection_;          ///< By terminal and lane.
  std::vector<Arrival> arrivals_;
  std::vector<std::uint32_t> freed_;     ///< Input buffers that were full at the start.
};

WormholeModel::WormholeModel(const NetworkConfig& config)
    : config_(config),
      topology_(config.topology, HalfWay::kStraight),
      routing_(romm_routing(config)),
      ports_(2 * topology_.dimensions()),
      channels_(config.virtual_channels()),
      classes_(topology_.torus() ? 2 : 1),
      lanes_(config.vc.lanes),
      delivery_lanes_(config.vc.delivery_lanes),
      link_buffers_(ports_ * channels_),
      ins_(link_buffers_ + config.vc.injection_lanes),
      outs_(link_buffers_ + config.vc.delivery_lanes),
      depth_(config.vc.depth),
      most_segments_(config.vc.phases * topology_.dimensions()) {
  shape_.name = config.name;
  shape_.terminals = topology_.nodes();
  shape_.channels = topology_.link_ids();
  shape_.lanes = config.vc.injection_lanes;
  shape_.parallel_lanes = true;
  shape_.drivers_per_channel = channels_;
  shape_.flit_bytes = config.flit_bytes();
  shape_.least_data_flits = config.least_data_flits();
  for (unsigned out = 0; out < link_buffers_; ++out)
    port_of_.push_back(static_cast<std::uint8_t>(out / channels_));
  for (unsigned port = 0; port < ports_; ++port)
    members_.push_back((bit(channels_) - 1) << port * channels_);
  for (unsigned out = 0; out < outs_; ++out) {
    const bool link = out < link_buffers_;
    const unsigned first = link ? out / lanes_ * lanes_ : link_buffers_;
    class_of_.push_back((bit(link ? lanes_ : delivery_lanes_) - 1) << first);
  }
  join_nodes();
  const std::size_t nodes = topology_.nodes();
  make_room(nodes * delivery_lanes_, nodes * ports_);
  arrivals_.reserve(nodes * ins_);
  freed_.reserve(nodes * ins_);
  reset();
}

void WormholeModel::join_nodes() {
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    for (unsigned port = 0; port < ports_; ++port) {
      const LinkId link = topology_.link(node, port / 2, port % 2 != 0);
      neighbour_.push_back(topology_.link_target(link));
      wraps_.push_back(topology_.link_wraps(link));
    }
  }
}

void WormholeModel::reset() {
  ModelBase::reset();
  const std::size_t nodes = topology_.nodes();
  nodes_.assign(nodes, {});
  for (Node& node : nodes_) node.open = ~Mask{0};
  active_.assign((nodes + 63) / 64, 0);
  buffers_.assign(nodes * ins_, {});
  heads_.assign(nodes * ins_ * depth_, kNone);
  waiting_.assign(nodes * outs_, 0);
  outputs_.assign(nodes * outs_, {kNone, kNone, ins_ - 1});
  said_.assign(nodes * (ins_ * depth_ + outs_), {});
  for (std::uint32_t i = 0; i < said_.size(); ++i) said_[i].next = i + 1;
  said_.back().next = kNone;
  free_said_ = 0;
  // A worm without a flit in the network is between two flits of a source.
  worms_.assign(said_.size() + nodes * config_.vc.injection_lanes, {});
  segments_.assign(worms_.size() * most_segments_, {});
  free_worms_.resize(worms_.size());
  for (WormId i = 0; i < free_worms_.size(); ++i) free_worms_[i] = i;
  drawn_.assign(nodes, 0);
  injection_.assign(nodes * config_.vc.injection_lanes, {});
  ready_.assign(nodes, static_cast<LaneMask>((1u << config_.vc.injection_lanes) - 1));
  drivers_.assign(shape_.channels, static_cast<std::uint8_t>(channels_ - 1));
}

void WormholeModel::step() {
  begin_step();
  for (std::size_t word = 0; word < active_.size(); ++word) {
    for (std::uint64_t bits = active_[word]; bits != 0; bits &= bits - 1) {
      const auto node = static_cast<NodeId>(word * 64 + lowest_bit(bits));
      serve(node);
      active_[word] &= ~(bits & -bits & all_if(!nodes_[node].active()));
    }
  }
  open_freed();
  push_arrivals();
  take_offers();
  register_stalls();
}

void WormholeModel::serve(NodeId node) {
  Node& state = nodes_[node];
  if ((state.wanted & ~state.owned) != 0) allocate(node);
  const Mask links = bit(link_buffers_) - 1;
  const Mask ready = (state.fed | state.held) & state.open;
  const Mask delivering = ready & ~links;
  Mask filling = state.fed & links;
  for (Mask left = ready & links; left != 0;) {
    const unsigned port = port_of_[lowest_bit(left)];
    const unsigned out = grant_link(node, port, left);
    if ((state.held & bit(out)) != 0) {
      send(node, port, out, release(node, out));
    } else {
      filling &= ~bit(out);
      send(node, port, out, cross(node, out));
    }
    left &= ~members_[port];
  }
  for (Mask left = filling & ~state.held; left != 0; left &= left - 1) {
    const unsigned out = lowest_bit(left);
    hold(node, out, cross(node, out));
  }
  for (Mask left = delivering; left != 0; left &= left - 1) {
    const unsigned out = lowest_bit(left);
    deliver(node, out, cross(node, out));
  }
}

/// Theorem 4: output buffer after output buffer takes the next header that waits for it.
void WormholeModel::allocate(NodeId node) {
  const Node& state = nodes_[node];
  for (Mask left = state.wanted & ~state.owned; left != 0; left &= left - 1) {
    const unsigned out = lowest_bit(left);
    const Mask requests = waiting_[node * outs_ + lowest_bit(class_of_[out])];
    if (requests != 0) connect(node, first_after(requests, output(node, out).owner), out);
  }
}

void WormholeModel::connect(NodeId node, unsigned in, unsigned out) {
  Node& state = nodes_[node];
  Buffer& from = buffer(node, in);
  Mask& waiting = waiting_[node * outs_ + from.out];
  waiting &= ~bit(in);
  if (waiting == 0) state.wanted &= ~class_of_[out];
  state.owned |= bit(out);
  state.fed |= bit(out);
  output(node, out).owner = in;
  output(node, out).worm = from.worm;
  --from.worms;
  if (from.worms != 0) {
    from.worm = heads(node, in)[from.first_worm];
    from.first_worm = slot(from.first_worm + 1u) & 0x7f;  // it fits: -Wconversion
  }
  from.out = out & 0x7f;
  from.connected = 1;
}

/// Of a link the next virtual channel that has a flit and room for it.
inline unsigned WormholeModel::grant_link(NodeId node, unsigned port, Mask ready) {
  std::uint8_t& last = drivers_[node * ports_ + port];
  const unsigned out = first_after(ready & members_[port], port * channels_ + last);
  last = static_cast<std::uint8_t>(out - port * channels_);
  return out;
}

/// A flit leaves its input buffer for the output buffer that its worm owns.
inline MovingFlit WormholeModel::cross(NodeId node, unsigned out) {
  Node& state = nodes_[node];
  const unsigned in = output(node, out).owner;
  Buffer& from = buffer(node, in);
  const bool tail = (from.tails & 1) != 0;
  const MovingFlit flit{output(node, out).worm, from.head_next + 2u * tail};
  if (from.level == depth_) freed_.push_back(node * ins_ + in);
  --from.level;
  from.tails >>= 1;
  from.head_next = tail ? 1 : 0;
  if (flit.head() && out < link_buffers_) move_head(node, port_of_[out], flit.worm);
  state.owned &= ~(Mask{tail} << out);
  state.fed &= ~(Mask{tail || from.level == 0} << out);
  from.connected = tail ? 0 : 1;
  if (tail && from.level != 0) request(node, in);
  return flit;
}

inline void WormholeModel::hold(NodeId node, unsigned out, const MovingFlit& flit) {
  Node& state = nodes_[node];
  state.held |= bit(out);
  state.held_head |= Mask{flit.kind & 1} << out;
  state.held_tail |= Mask{flit.kind >> 1} << out;
  output(node, out).held_worm = flit.worm;
}

inline MovingFlit WormholeModel::release(NodeId node, unsigned out) {
  Node& state = nodes_[node];
  const Mask kind = (state.held_head >> out & 1) + 2 * (state.held_tail >> out & 1);
  state.held &= ~bit(out);
  state.held_head &= ~bit(out);
  state.held_tail &= ~bit(out);
  return {output(node, out).held_worm, static_cast<std::uint32_t>(kind)};
}

/// Field by field: a record put together first would be read back wider than it was written.
inline void WormholeModel::send(NodeId node, unsigned port, unsigned out,
                                const MovingFlit& flit) {
  const LinkId link = node * ports_ + port;
  Arrival& arrival = arrivals_.emplace_back();
  arrival.node = neighbour_[link];
  arrival.in = out;
  arrival.flit = flit;
  Transfer& transfer = transfers_.emplace_back();
  transfer.channel = link;
  transfer.driver = drivers_[link];
  transfer.tag = flit.tag();
  transfer.acknowledged = true;
}

inline void WormholeModel::deliver(NodeId node, unsigned out, const MovingFlit& flit) {
  const WormId id = output(node, out).worm;
  Worm& worm = worms_[id];
  Said& said = said_[worm.first_said];
  Delivery& delivery = deliveries_.emplace_back();
  delivery.terminal = node;
  delivery.buffer = static_cast<std::uint8_t>(out - link_buffers_);
  delivery.tag = flit.tag();
  delivery.intact = !flit.head() || worm.destination == node;
  delivery.index = said.index;
  delivery.message = said.message;
  const std::uint32_t next = said.next;
  said.next = free_said_;
  free_said_ = worm.first_said;
  worm.first_said = next;
  if (flit.tail()) free_worms_.push_back(id);
}

void WormholeModel::move_head(NodeId node, unsigned port, WormId id) {
  Worm& worm = worms_[id];
  --worm.hops;
  if (worm.hops == 0) {
    ++worm.segment;
    begin_segment(id);
  } else if (wraps_[node * ports_ + port] != 0) {
    worm.first = segments_[worm.segment + most_segments_ * id].first_behind;
  }
}

/// The class before the wrap link; delivery at the end of the way.
void WormholeModel::begin_segment(WormId id) {
  Worm& worm = worms_[id];
  worm.first = static_cast<std::uint16_t>(link_buffers_);
  if (worm.segment == worm.segments) return;
  const Segment& segment = segments_[id * most_segments_ + worm.segment];
  worm.hops = segment.hops;
  worm.first = segment.first;
}

/// A header at the front of its buffer asks for the output buffers of its class.
void WormholeModel::request(NodeId node, unsigned in) {
  Buffer& from = buffer(node, in);
  from.out = worms_[from.worm].first & 0x7f;
  waiting_[node * outs_ + from.out] |= bit(in);
  nodes_[node].wanted |= class_of_[from.out];
}

void WormholeModel::open_freed() {
  for (const std::uint32_t id : freed_) set_open(id / ins_, id % ins_, true);
  freed_.clear();
}

void WormholeModel::push_arrivals() {
  for (const Arrival& arrival : arrivals_) push(arrival);
  arrivals_.clear();
}

inline void WormholeModel::push(const Arrival& arrival) {
  const NodeId node = arrival.node;
  const unsigned in = arrival.in;
  Buffer& into = buffer(node, in);
  if (arrival.flit.head()) {
    (into.worms == 0 ? into.worm : heads(node, in)[slot(into.first_worm + into.worms - 1u)]) =
        arrival.flit.worm;
    ++into.worms;
  }
  into.tails |= Mask{arrival.flit.kind >> 1} << into.level;
  ++into.level;
  if (into.level == depth_) set_open(node, in, false);
  if (into.level != 1) return;
  active_[node / 64] |= std::uint64_t{1} << node % 64;
  if (into.connected)
    nodes_[node].fed |= bit(into.out);
  else
    request(node, in);
}

/// Whoever feeds the buffer knows whether it is full.
void WormholeModel::set_open(NodeId node, unsigned in, bool open) {
  if (in >= link_buffers_) {
    const auto lane = static_cast<LaneMask>(1u << (in - link_buffers_));
    ready_[node] = static_cast<LaneMask>(open ? ready_[node] | lane : ready_[node] & ~lane);
    return;
  }
  Node& from = nodes_[neighbour_[node * ports_ + (port_of_[in] ^ 1u)]];
  from.open = open ? from.open | bit(in) : from.open & ~bit(in);
}

void WormholeModel::take_offers() {
  for (const Offer& offer : offers_) take(offer);
  offers_.clear();
  sort_errors();
}

/// A flit that is legal goes into its buffer; one that is not is dropped and reported, and a message
/// to nowhere is dropped to its tail.
void WormholeModel::take(const Offer& offer) {
  Lane& lane = injection_[offer.terminal * shape_.lanes + offer.lane];
  const Tag tag = offer.flit.tag;
  const std::uint8_t cause = offer.flit.destination < shape_.terminals ? 0 : kErrorDestination;
  const bool passes = lane.guard.passes(tag, cause);
  if (const std::uint8_t causes = lane.guard.take(tag, cause)) report(offer.terminal, causes);
  if (!passes) return;
  if (is_head(tag)) lane.worm = make_worm(offer);
  say(worms_[lane.worm], offer.flit);
  push({offer.terminal, link_buffers_ + offer.lane, MovingFlit::of(lane.worm, tag)});
}

WormId WormholeModel::make_worm(const Offer& offer) {
  Random random(config_.vc.seed, offer.terminal, Purpose::kRoute, drawn_[offer.terminal]++);
  const PhaseSets phases =
      draw_phases(topology_, offer.terminal, offer.flit.destination, routing_, random);
  const WormId id = free_worms_.back();
  free_worms_.pop_back();
  Worm& worm = worms_[id];
  worm = {};
  worm.destination = offer.flit.destination;
  for (unsigned phase = 0; phase < phases.count; ++phase) {
    for (unsigned dimension = 0; dimension < ports_ / 2; ++dimension) {
      const int hops = phases.sets[phase][dimension];
      if (hops == 0) continue;
      const unsigned port = 2 * dimension + (hops < 0 ? 1 : 0);
      segments_[id * most_segments_ + worm.segments++] = {
          static_cast<std::uint16_t>(std::abs(hops)), first_of(port, phase * classes_),
          first_of(port, phase * classes_ + 1)};
    }
  }
  begin_segment(id);
  return id;
}

void WormholeModel::say(Worm& worm, const Flit& flit) {
  const std::uint32_t id = free_said_;
  free_said_ = said_[id].next;
  said_[id] = {kNone, flit.message, static_cast<std::uint16_t>(flit.index & 0xff)};
  (worm.first_said == kNone ? worm.first_said : said_[worm.last_said].next) = id;
  worm.last_said = id;
}

/// What was said about a terminal's stall holds from the next cycle on.
void WormholeModel::register_stalls() {
  const Mask lanes = (bit(delivery_lanes_) - 1) << link_buffers_;
  for (const Stall& stall : stalls_) {
    Mask& open = nodes_[stall.terminal].open;
    open = stall.stalled ? open & ~lanes : open | lanes;
  }
  stalls_.clear();
}

}  // namespace

std::unique_ptr<Network> make_wormhole_model(const NetworkConfig& config) {
  return std::make_unique<WormholeModel>(config);
}

}  // namespace wayfarer
