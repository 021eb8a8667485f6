#include "family/wormhole/vector_model.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/idle_port.hpp"
#include "core/message_port.hpp"
#include "family/kit/model_base.hpp"
#include "family/mesh/header.hpp"
#include "family/wormhole/state.hpp"
#include "family/wormhole/vector_memory.hpp"
#include "family/wormhole/vector_passes.hpp"
#include "family/wormhole/worms.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {
namespace {

using kit::ModelBase;
using namespace wormhole;

/// Passes over all nodes move the flits, which are counts of input buffers (vector_set.cpp). They
/// find the heads and tails that move, and these events are handled one by one here.
template <typename Word>
class WormholeVectorModel final : public ModelBase, public MessagePort, public IdlePort {
 public:
  WormholeVectorModel(const NetworkConfig& config, Simd simd, const RouteSource& routes);

  void reset() override;
  void step() override;
  std::size_t moves() const override;

  Cycle settling_cycles() const override { return kRouterCycles + 2 * (arrivals_.size() + 1); }

  void open() override { port_open_ = true; }
  const std::vector<PortMask>& startable() const override { return ready_; }
  void start(TerminalId terminal, unsigned injection_port, MessageId id, TerminalId destination,
             std::uint32_t flits) override;
  const std::vector<CompletedMessage>& completed() const override { return completed_; }
  std::size_t injected() const override { return injected_flits_; }
  std::size_t delivered() const override { return state_.ejected_flits; }
  bool count_transfers(std::uint64_t* by_channel, Listed listed) override;
  void settle_counts() override;

 private:
  using Block = VectorBlock<Word>;

  static constexpr Cycle kLeastSettled = (Cycle{1} << kPlanes) - 1;

  /// A head or tail that comes to an input buffer.
  struct Arrival {
    NodeId node;
    unsigned in;
    WormId worm;
  };
  struct Arrivals {
    CycleList<Arrival> heads;
    CycleList<Arrival> tails;
  };
  struct Input {
    Heads heads;
    Slot output = kNoSlot;  ///< The output buffer connected to it.
  };
  struct Output {
    WormId worm = kNone;       ///< The worm connected last.
    WormId held_worm = kNone;  ///< The worm of the tail that the buffer held last.
    Word waiting = 0;          ///< First of a class: the inputs that request it.
    Slot last_input{};         ///< The input buffer connected last.
  };
  /// An injection port.
  struct Source {
    InjectionGuard guard;
    WormId worm = kNone;
    std::uint32_t left = 0;  ///< Flits of the message on it that have not entered.
  };

  // The cycle, in this order.
  void inject_offers();
  void inject_messages();
  void feed_connected();
  void send_heads();
  void send_tails();
  void end_worms();
  void list_sent();
  void complete_messages();
  void deliver();
  void arrive();
  void enter_offers();
  void enter_messages();
  void allocate();
  void register_stalls();

  void end_worm(NodeId node, unsigned in);
  void count_sent();
  void connect(NodeId node, unsigned in, unsigned out);
  void queue_head(const Arrival& arrival);
  void queue_tail(const Arrival& arrival);
  void request(NodeId node, unsigned in);

  [[nodiscard]] static constexpr Word one(unsigned slot) { return Word{1} << slot; }
  [[nodiscard]] Block& block_of(NodeId node) { return state_.blocks[node / kNodeBlock]; }
  [[nodiscard]] static constexpr unsigned lane_of(NodeId node) { return node % kNodeBlock; }
  [[nodiscard]] Input& input(NodeId node, unsigned in) { return inputs_[node * slots_ + in]; }
  [[nodiscard]] Output& output(NodeId node, unsigned out) { return outputs_[node * slots_ + out]; }
  /// The arrival at the end of an output buffer's link.
  [[nodiscard]] Arrival arrival_of(NodeId node, unsigned out, WormId worm) {
    const NodeId next = link_target_[node * ports_ + port_of_[out]];
    __builtin_prefetch(&input(next, out));
    return {next, out, worm};
  }
  [[nodiscard]] Source& source(TerminalId terminal, unsigned port) {
    return sources_[terminal * shape_.injection_ports + port];
  }
  /// Calls action(node, number) for the ones in the words of the nodes listed, in ascending order.
  template <typename Action>
  void each_one(const NodeList& nodes, BlockWords<Word> VectorBlock<Word>::*words,
                const Action& action) {
    for (const NodeId node : nodes)
      for (Word left = (block_of(node).*words)[lane_of(node)]; left != 0; left &= left - 1)
        action(node, lowest_bit(left));
  }

  const Grid topology_;
  const unsigned ports_;     ///< Links out of a node.
  const unsigned channels_;  ///< Virtual channels of a link.
  const unsigned link_buffers_;
  const unsigned ins_;
  const unsigned slots_;  ///< The most of input and output buffers of a node.
  const bool registered_connections_;
  const LinkFields<Word> fields_;
  const VectorPasses<Word> passes_;
  VectorMemory<Word> memory_;
  VectorState<Word> state_;
  std::vector<std::uint8_t> port_of_;  ///< By output buffer of a link.
  std::vector<NodeId> link_target_;    ///< By link, the node at its end.
  std::vector<std::uint8_t> wraps_;    ///< By link.
  std::vector<Word> class_of_;         ///< By output buffer: those that serve the same headers.

  Worms worms_;

  std::vector<Input> inputs_;  ///< By node and number.
  std::vector<Output> outputs_;

  std::vector<Source> sources_;  ///< By terminal and injection port.
  bool port_open_ = false;
  std::vector<Arrival> new_heads_;  ///< Of messages that start.
  std::vector<Arrival> new_tails_;  ///< Of those whose last flit enters.
  std::vector<CompletedMessage> completed_;
  std::size_t injected_flits_ = 0;

  std::vector<Arrivals> arrivals_;  ///< By cycle, modulo the cycles of a flit on a link.
  Arrivals* arriving_ = nullptr;    ///< Those of this cycle,
  Arrivals* leaving_ = nullptr;     ///< and of flits that are sent in it.
  Cycle now_ = 0;
  std::vector<std::pair<NodeId, unsigned>>
      connected_;                     ///< With registered connections, those of this cycle.
  std::vector<Word> passing_tails_;   ///< By node: output buffers that a tail has passed through.
  std::vector<Word> taken_tails_;     ///< By node: ejection ports that have taken a tail,
  std::vector<NodeId> taking_tails_;  ///< and the nodes where there are any.
  std::uint64_t* by_channel_ = nullptr;
  Cycle unsettled_ = 0;  ///< Cycles in state_.planes.
};

template <typename Word>
WormholeVectorModel<Word>::WormholeVectorModel(const NetworkConfig& config, Simd simd,
                                               const RouteSource& routes)
    : topology_(config.topology, HalfWay::kStraight),
      ports_(2 * topology_.dimensions()),
      channels_(wormhole_of(config).link_virtual_channels()),
      link_buffers_(ports_ * channels_),
      ins_(link_buffers_ + wormhole_of(config).injection_ports),
      slots_(std::max(ins_, link_buffers_ + wormhole_of(config).ejection_ports)),
      registered_connections_(wormhole_of(config).pipeline == 2),
      fields_(ports_, channels_, wormhole_of(config).pipeline != 0),
      passes_(vector_passes<Word>(simd)),
      memory_(topology_, fields_,
              {wormhole_of(config).injection_ports, wormhole_of(config).ejection_ports,
               wormhole_of(config).depth, wormhole_of(config).whole_messages(),
               wormhole_of(config).whole_messages() || wormhole_of(config).link_registers != 0,
               wormhole_of(config).link_registers, wormhole_of(config).message_flits}),
      state_(memory_.reset()),
      worms_(config, topology_,
             topology_.nodes() * (std::size_t{ins_} * wormhole_of(config).depth + link_buffers_ +
                                  wormhole_of(config).ejection_ports),
             routes),
      arrivals_(
          wormhole_of(config).link_registers + 1,
          {CycleList<Arrival>(topology_.link_ids()), CycleList<Arrival>(topology_.link_ids())}) {
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
  for (unsigned out = 0; out < link_buffers_ + router.ejection_ports; ++out) {
    const bool link = out < link_buffers_;
    if (link) port_of_.push_back(static_cast<std::uint8_t>(out / channels_));
    const unsigned first =
        link ? out / router.virtual_channels * router.virtual_channels : link_buffers_;
    class_of_.push_back((one(link ? router.virtual_channels : router.ejection_ports) - 1) << first);
  }
  for (LinkId link = 0; link < topology_.link_ids(); ++link) {
    link_target_.push_back(topology_.link_target(link));
    wraps_.push_back(topology_.link_wraps(link));
  }
  make_room(topology_.nodes() * router.ejection_ports, topology_.nodes() * ports_ + 1);
  reset();
}

template <typename Word>
void WormholeVectorModel<Word>::reset() {
  ModelBase::reset();
  state_ = memory_.reset();
  state_.counting = false;
  worms_.reset();
  inputs_.assign(state_.nodes * slots_, {});
  outputs_.assign(state_.nodes * slots_, {kNone, kNone, 0, slot(ins_ - 1)});
  sources_.assign(std::size_t{shape_.terminals} * shape_.injection_ports, {});
  port_open_ = false;
  new_heads_.clear();
  new_tails_.clear();
  completed_.clear();
  injected_flits_ = 0;
  for (Arrivals& each : arrivals_) {
    each.heads.clear();
    each.tails.clear();
  }
  now_ = 0;
  connected_.clear();
  passing_tails_.assign(state_.nodes, 0);
  taken_tails_.assign(state_.nodes, 0);
  taking_tails_.clear();
  unsettled_ = 0;
  ready_.assign(shape_.terminals, static_cast<PortMask>((1u << shape_.injection_ports) - 1));
  state_.ready = ready_.data();
  drivers_.assign(shape_.channels, static_cast<std::uint8_t>(channels_ - 1));
}

template <typename Word>
void WormholeVectorModel<Word>::step() {
  begin_step();
  completed_.clear();
  arriving_ = &arrivals_[now_ % arrivals_.size()];
  leaving_ = &arrivals_[(now_ + arrivals_.size() - 1) % arrivals_.size()];
  if (port_open_)
    inject_messages();
  else
    inject_offers();
  state_.counting = port_open_ && by_channel_ != nullptr;
  passes_.decide(state_);
  feed_connected();
  passes_.move(state_);
  if (!port_open_)
    for (const Offer& offer : offers_)
      block_of(offer.terminal).injected[lane_of(offer.terminal)] = 0;
  send_heads();
  send_tails();
  end_worms();
  list_sent();
  if (port_open_)
    complete_messages();
  else
    deliver();
  taking_tails_.clear();
  arrive();
  if (port_open_)
    enter_messages();
  else
    enter_offers();
  passes_.find_free(state_);
  allocate();
  register_stalls();
  passes_.show_ready(state_);
  ++now_;
}

template <typename Word>
std::size_t WormholeVectorModel<Word>::moves() const {
  std::size_t moves = 0;
  for (NodeId node = 0; node < shape_.terminals; ++node)
    moves += static_cast<unsigned>(__builtin_popcountll(state_.sent[node]));
  return moves;
}

/// A legal flit goes into its buffer, an illegal one is dropped and reported; a message to an
/// unknown destination is dropped up to its tail.
template <typename Word>
void WormholeVectorModel<Word>::inject_offers() {
  const auto dropped = [this](const Offer& offer) {
    InjectionGuard& guard = source(offer.terminal, offer.injection_port).guard;
    const std::uint8_t cause = offer.flit.destination < shape_.terminals ? 0 : kErrorDestination;
    const bool passes = guard.passes(offer.flit.tag, cause);
    if (const std::uint8_t causes = guard.take(offer.flit.tag, cause))
      report(offer.terminal, causes);
    return !passes;
  };
  offers_.erase(std::remove_if(offers_.begin(), offers_.end(), dropped), offers_.end());
  sort_errors();
  for (const Offer& offer : offers_) {
    block_of(offer.terminal).injected[lane_of(offer.terminal)] |=
        one(link_buffers_ + offer.injection_port);
  }
}

template <typename Word>
void WormholeVectorModel<Word>::inject_messages() {
  passes_.inject(state_);
  injected_flits_ = 0;
  each_one(state_.with_injected, &Block::injected, [this](NodeId node, unsigned in) {
    Source& from = source(node, in - link_buffers_);
    ++injected_flits_;
    if (--from.left != 0) return;
    block_of(node).feeding[lane_of(node)] &= ~one(in);
    new_tails_.push_back({node, in, from.worm});
  });
}

template <typename Word>
void WormholeVectorModel<Word>::start(TerminalId terminal, unsigned injection_port, MessageId id,
                                      TerminalId destination, std::uint32_t flits) {
  const unsigned in = link_buffers_ + injection_port;
  Source& from = source(terminal, injection_port);
  from.worm = worms_.make(terminal, destination);
  from.left = flits;
  worms_[from.worm].message = id;
  worms_[from.worm].flits = flits;
  block_of(terminal).feeding[lane_of(terminal)] |= one(in);
  new_heads_.push_back({terminal, in, from.worm});
}

/// With a register before the crossbar, connections of the last cycle count from the next one on.
template <typename Word>
void WormholeVectorModel<Word>::feed_connected() {
  for (const auto& [node, out] : connected_)
    block_of(node).input_of.set(lane_of(node), out, number_of(output(node, out).last_input));
  connected_.clear();
}

/// A worm that is connected owns its output buffer until its tail has crossed, so only a tail that
/// was held can be of another worm.
template <typename Word>
void WormholeVectorModel<Word>::send_heads() {
  CycleList<Arrival>& heads = leaving_->heads;
  each_one(state_.with_sent_head, &Block::sent_heads, [&](NodeId node, unsigned out) {
    const bool held_tail = (block_of(node).sent_tails[lane_of(node)] & one(out)) != 0;
    const WormId worm = held_tail ? output(node, out).held_worm : output(node, out).worm;
    worms_.move_head(worm, wraps_[node * ports_ + port_of_[out]] != 0);
    heads.add(arrival_of(node, out, worm));
  });
}

template <typename Word>
void WormholeVectorModel<Word>::send_tails() {
  CycleList<Arrival>& tails = leaving_->tails;
  each_one(state_.with_sent_tail, &Block::sent_tails, [&](NodeId node, unsigned out) {
    tails.add(arrival_of(node, out, output(node, out).held_worm));
  });
}

template <typename Word>
void WormholeVectorModel<Word>::end_worms() {
  each_one(state_.with_ended, &Block::ended,
           [this](NodeId node, unsigned in) { end_worm(node, in); });
}

template <typename Word>
void WormholeVectorModel<Word>::complete_messages() {
  for (const NodeId node : taking_tails_) {
    for (Word left = taken_tails_[node]; left != 0; left &= left - 1) {
      const WormId id = output(node, lowest_bit(left)).worm;
      completed_.push_back({node, worms_[id].message, worms_[id].flits});
      worms_.release(id);
    }
    taken_tails_[node] = 0;
  }
}

/// A tail leaves an input buffer: for the next one, for the output buffer or for a terminal. The
/// next header in the buffer requests its output.
template <typename Word>
void WormholeVectorModel<Word>::end_worm(NodeId node, unsigned in) {
  Block& block = block_of(node);
  const unsigned lane = lane_of(node);
  Input& from = input(node, in);
  const unsigned out = number_of(from.output);
  Output& to = output(node, out);
  from.output = kNoSlot;
  block.owned[lane] &= ~one(out);
  block.input_of.clear(lane, out);
  block.output_of.clear(lane, in);
  if (from.heads.front != kNone) {
    const Worm& next = worms_[from.heads.front];
    if (next.whole) block.until_tail[lane][in] = static_cast<RowByte>(next.flits);
    request(node, in);
  }
  if (out >= link_buffers_) {
    if (taken_tails_[node] == 0) taking_tails_.push_back(node);
    taken_tails_[node] |= one(out);
  } else if ((state_.sent[node] & ~block.released[lane] & one(out)) != 0) {
    passing_tails_[node] |= one(out);
    leaving_->tails.add(arrival_of(node, out, to.worm));
  } else {
    block.held_tail[lane] |= one(out);
    to.held_worm = to.worm;
  }
}

/// In the order of channels. The heads among the flits are those of send_heads.
template <typename Word>
void WormholeVectorModel<Word>::list_sent() {
  const bool all = !counting();
  if (!all && !listing_ends()) return count_sent();
  const Arrival* head = leaving_->heads.begin();
  for (NodeId node = 0; node < shape_.terminals; ++node) {
    const Word tails = block_of(node).sent_tails[lane_of(node)] | passing_tails_[node];
    for (Word left = state_.sent[node]; left != 0; left &= left - 1) {
      const unsigned out = lowest_bit(left);
      const ChannelId channel = node * ports_ + port_of_[out];
      const bool is_head = (block_of(node).sent_heads[lane_of(node)] & one(out)) != 0;
      const auto driver = static_cast<std::uint8_t>(out % channels_);
      Transfer transfer{channel, driver, 0, make_tag(is_head, (tails & one(out)) != 0), true};
      if (is_head) transfer.message = worms_[(head++)->worm].message & shape_.channel_id_mask;
      if (all) drivers_[channel] = driver;
      show(transfer);
    }
    passing_tails_[node] = 0;
  }
}

/// With the message port, the passes count.
template <typename Word>
void WormholeVectorModel<Word>::count_sent() {
  if (port_open_) {
    if (++unsettled_ == kLeastSettled) settle_counts();
    return;
  }
  for (NodeId node = 0; node < shape_.terminals; ++node)
    for (Word left = state_.sent[node]; left != 0; left &= left - 1)
      count(node * ports_ + port_of_[lowest_bit(left)]);
}

template <typename Word>
bool WormholeVectorModel<Word>::count_transfers(std::uint64_t* by_channel, Listed listed) {
  by_channel_ = by_channel;
  std::fill(passing_tails_.begin(), passing_tails_.end(), 0);
  return ModelBase::count_transfers(by_channel, listed);
}

/// Adds up the planes of each link's virtual channels.
template <typename Word>
void WormholeVectorModel<Word>::settle_counts() {
  if (by_channel_ != nullptr && unsettled_ != 0) {
    for (NodeId node = 0; node < shape_.terminals; ++node) {
      for (unsigned plane = 0; plane < kPlanes; ++plane) {
        const Word counts = block_of(node).planes[plane][lane_of(node)];
        if (counts == 0) continue;
        for (unsigned port = 0; port < ports_; ++port) {
          const Word field = (counts >> port * channels_) & (one(channels_) - 1);
          by_channel_[node * ports_ + port] += std::uint64_t(__builtin_popcountll(field)) << plane;
        }
      }
    }
  }
  for (std::size_t i = 0; i < state_.nodes / kNodeBlock; ++i)
    for (auto& plane : state_.blocks[i].planes)
      std::fill(std::begin(plane), std::end(plane), Word{0});
  unsettled_ = 0;
}

template <typename Word>
void WormholeVectorModel<Word>::deliver() {
  for (NodeId node = 0; node < shape_.terminals; ++node) {
    for (Word left = block_of(node).stopped[lane_of(node)] & ~fields_.all; left != 0;
         left &= left - 1) {
      const unsigned out = lowest_bit(left);
      const bool head = (block_of(node).heads[lane_of(node)] & one(out)) != 0;
      const bool tail = (taken_tails_[node] & one(out)) != 0;
      const WormId id = output(node, out).worm;
      const kit::FlitInfo info = worms_.take(id);
      Delivery& delivery = deliveries_.emplace_back();
      delivery.terminal = node;
      delivery.buffer = static_cast<std::uint8_t>(out - link_buffers_);
      delivery.tag = make_tag(head, tail);
      delivery.intact = !head || worms_[id].destination == node;
      delivery.index = info.index;
      delivery.message = info.message & (head ? shape_.header_id_mask : ~MessageId{0});
      if (tail) worms_.release(id);
    }
    taken_tails_[node] = 0;
  }
}

/// From links into input buffers.
template <typename Word>
void WormholeVectorModel<Word>::arrive() {
  Arrivals& arriving = *arriving_;
  for (const Arrival& head : arriving.heads) queue_head(head);
  for (const Arrival& tail : arriving.tails) queue_tail(tail);
  arriving.heads.clear();
  arriving.tails.clear();
}

template <typename Word>
void WormholeVectorModel<Word>::enter_offers() {
  for (const Offer& offer : offers_) {
    Source& from = source(offer.terminal, offer.injection_port);
    const unsigned in = link_buffers_ + offer.injection_port;
    if (is_head(offer.flit.tag)) {
      from.worm = worms_.make(offer.terminal, offer.flit.destination);
      worms_[from.worm].message = offer.flit.message;
      queue_head({offer.terminal, in, from.worm});
    }
    ++worms_[from.worm].flits;
    worms_.record(from.worm, offer.flit);
    if (is_tail(offer.flit.tag)) queue_tail({offer.terminal, in, from.worm});
  }
  offers_.clear();
}

template <typename Word>
void WormholeVectorModel<Word>::enter_messages() {
  for (const Arrival& head : new_heads_) queue_head(head);
  for (const Arrival& tail : new_tails_) queue_tail(tail);
  new_heads_.clear();
  new_tails_.clear();
}

template <typename Word>
void WormholeVectorModel<Word>::queue_head(const Arrival& arrival) {
  Input& to = input(arrival.node, arrival.in);
  Heads& heads = to.heads;
  Worm& worm = worms_[arrival.worm];
  worm.next = kNone;
  worm.whole = false;
  const bool first = heads.front == kNone;
  (first ? heads.front : worms_[heads.back].next) = arrival.worm;
  heads.back = arrival.worm;
  if (first && to.output == kNoSlot) request(arrival.node, arrival.in);
}

/// If no other tail is in the buffer, all flits there are of this worm.
template <typename Word>
void WormholeVectorModel<Word>::queue_tail(const Arrival& arrival) {
  const auto [node, in, worm] = arrival;
  RowByte& until_tail = block_of(node).until_tail[lane_of(node)][in];
  if (until_tail == RowByte{0})
    until_tail = block_of(node).level[lane_of(node)][in];
  else
    worms_[worm].whole = true;
}

/// The header at the front requests the output buffers of its class.
template <typename Word>
void WormholeVectorModel<Word>::request(NodeId node, unsigned in) {
  const unsigned first = worms_[input(node, in).heads.front].first;
  output(node, first).waiting |= one(in);
  block_of(node).wanted[lane_of(node)] |= class_of_[first];
}

/// Theorem 4: each free output buffer takes the next header that waits for it.
template <typename Word>
void WormholeVectorModel<Word>::allocate() {
  for (const NodeId node : state_.with_free) {
    Word left = block_of(node).free[lane_of(node)];
    do {
      const unsigned out = lowest_bit(left);
      Word& waiting = output(node, lowest_bit(class_of_[out])).waiting;
      const unsigned in = first_after(waiting, number_of(output(node, out).last_input));
      waiting &= ~one(in);
      connect(node, in, out);
      left &= left - 1;
      if (waiting != 0) continue;
      block_of(node).wanted[lane_of(node)] &= ~class_of_[out];
      left &= ~class_of_[out];
    } while (left != 0);
  }
}

template <typename Word>
void WormholeVectorModel<Word>::connect(NodeId node, unsigned in, unsigned out) {
  Block& block = block_of(node);
  const unsigned lane = lane_of(node);
  Input& from = input(node, in);
  Output& to = output(node, out);
  block.owned[lane] |= one(out);
  block.first[lane] |= one(out);
  block.output_of.set(lane, in, out);
  from.output = slot(out);
  to.last_input = slot(in);
  if (registered_connections_)
    connected_.emplace_back(node, out);
  else
    block.input_of.set(lane, out, in);
  to.worm = from.heads.front;
  from.heads.front = worms_[to.worm].next;
}

/// A change of a terminal's stall takes effect in the next cycle.
template <typename Word>
void WormholeVectorModel<Word>::register_stalls() {
  for (const Stall& stall : stalls_)
    block_of(stall.terminal).ejecting[lane_of(stall.terminal)] =
        stall.stalled ? 0 : static_cast<Word>(~fields_.all);
  stalls_.clear();
}

}  // namespace

std::unique_ptr<Network> make_wormhole_vector_model(const NetworkConfig& config, Simd simd,
                                                    unsigned least_bits,
                                                    const RouteSource& routes) {
  const unsigned links = 2 * static_cast<unsigned>(config.topology.extents.size());
  const WormholeConfig& router = wormhole_of(config);
  const unsigned buffers = links * router.link_virtual_channels() +
                           std::max(router.injection_ports, router.ejection_ports);
  if (std::max(buffers, least_bits) <= 32)
    return std::make_unique<WormholeVectorModel<std::uint32_t>>(config, simd, routes);
  return std::make_unique<WormholeVectorModel<std::uint64_t>>(config, simd, routes);
}

}  // namespace wayfarer
