#include "family/cut_through/message_model.hpp"

#include <algorithm>
#include <utility>

namespace wayfarer::cut_through {

MessageModel::MessageModel(const NetworkConfig& config, HopSource hops)
    : MessageForm(config, std::move(hops)), ends_(router_.depth - 1) {}

void MessageModel::open() {
  MessageForm::open();
  ends_.clear();
  sent_heads_.clear();
  entering_.clear();
  last_deliveries_.clear();
  injecting_ = ejecting_ = 0;
}

void MessageModel::step() {
  if (!open_) return FlitModel::step();
  begin_step();
  completed_.clear();
  wake_headers();
  grant_links();
  end_links();
  end_deliveries();
  serve_nodes();
  end_crossings();
  keep_links();
  enter_messages();
  ++now_;
}

void MessageModel::start(TerminalId terminal, unsigned injection_port, MessageId id,
                         TerminalId destination, std::uint32_t flits) {
  const MessageSlot message = make_message(terminal, destination);
  infos_[std::size_t{message} * router_.depth] = {id, static_cast<std::uint16_t>(flits)};
  ready_[terminal] = static_cast<PortMask>(ready_[terminal] & ~(1u << injection_port));
  const auto in = static_cast<std::uint16_t>(link_buffers_ + injection_port);
  entering_.push_back({terminal, in, true, flits == 1, message});
}

/// Links that may begin to send a message: those where a header has come to an end, an input buffer
/// has become empty, or a message has ended.
void MessageModel::grant_links() {
  for (std::size_t word = 0; word < active_links_.size(); ++word) {
    Mask left = active_links_[word];
    active_links_[word] = 0;
    for (; left != 0; left &= left - 1) {
      Link& link = links_[word * 64 + lowest_bit(left)];
      Node& plus = nodes_[link.plus];
      Node& minus = nodes_[link.minus];
      const Ready ready = grant(link, plus, minus);
      if ((ready.plus & ~plus.kept) != 0) send(plus, link.plus, link.first_plus, ready.plus);
      if ((ready.minus & ~minus.kept) != 0) send(minus, link.minus, link.first_minus, ready.minus);
    }
  }
  sent_ = links_in_use_.active();
}

/// A header is sent.
void MessageModel::send(Node& state, NodeId node, unsigned first, Mask ready) {
  const unsigned out = pick(node, first, ready);
  const ChannelId channel = node * ports_ + port_of_[out];
  const MessageSlot message = out_[node * outs_ + out].message;
  const unsigned flits = flits_of(message);
  const Move move{node, 0, static_cast<std::uint16_t>(out)};
  state.head &= ~bit(out);
  state.open &= ~bit(out);
  links_in_use_.begin(channel, now_);
  ends_after(flits).links.push_back(move);
  if (flits > 1) sent_heads_.push_back(move);
  arrive(neighbour_[channel], out, message);
}

/// Tails that are sent.
void MessageModel::end_links() {
  std::vector<Move>& ends = ends_after(1).links;
  for (const Move& move : ends) {
    Node& state = nodes_[move.node];
    const ChannelId channel = move.node * ports_ + port_of_[move.out];
    end_transfer(channel, now_);
    state.kept &= ~bit(move.out);
    if ((state.behind & bit(move.out)) != 0) {
      state.behind &= ~bit(move.out);
      state.head |= bit(move.out);
    } else {
      free_output(move.node, move.out);
    }
    activate_link(link_of_[channel]);
  }
  ends.clear();
}

void MessageModel::free_output(NodeId node, unsigned out) {
  nodes_[node].held &= ~bit(out);
  activate(node);
}

/// Tails that terminals take.
void MessageModel::end_deliveries() {
  delivered_ = ejecting_;
  ejecting_ -= last_deliveries_.size();
  std::sort(last_deliveries_.begin(), last_deliveries_.end(), [](const Move& a, const Move& b) {
    return a.node != b.node ? a.node < b.node : a.out < b.out;
  });
  for (const Move& move : last_deliveries_) {
    const MessageSlot message = out_[move.node * outs_ + move.out].message;
    const FlitInfo& header = header_of(message);
    completed_.push_back({move.node, header.message, header.index});
    free_slots_.push_back(message);
    nodes_[move.node].head &= ~bit(move.out);
    free_output(move.node, move.out);
  }
  last_deliveries_.clear();
}

/// Nodes that may connect a header: where one has become eligible, or an output buffer free.
void MessageModel::serve_nodes() {
  for (std::size_t word = 0; word < active_nodes_.size(); ++word) {
    Mask left = active_nodes_[word];
    active_nodes_[word] = 0;
    for (; left != 0; left &= left - 1) serve(static_cast<NodeId>(word * 64 + lowest_bit(left)));
  }
}

void MessageModel::serve(NodeId node) {
  Node& state = nodes_[node];
  const Mask draining = state.kept & ~state.behind & draining_room_;
  const Mask free = ~state.connected & (~state.held | draining);
  if (state.unbound != 0) bind_lanes(node, free);
  if ((state.wanted & free) == 0) return;
  const Connection made = connect(node, free);
  state.held |= bit(made.out);
  const unsigned flits = flits_of(out_[node * outs_ + made.out].message);
  ends_after(flits).crossbars.push_back(
      {node, static_cast<std::uint16_t>(made.in), static_cast<std::uint16_t>(made.out)});
  if (made.out < link_buffers_)
    activate_link(link_of_[node * ports_ + port_of_[made.out]]);
  else
    ++ejecting_;
  if (state.wanted != 0) activate(node);
}

/// Tails that cross to their output buffers.
void MessageModel::end_crossings() {
  std::vector<Move>& ends = ends_after(1).crossbars;
  for (const Move& move : ends) {
    nodes_[move.node].connected &= ~bit(move.out);
    release(move.node, move.in);
    if (move.in < link_buffers_)
      activate_link(link_of_[move.node * ports_ + (port_of_[move.in] ^ 1u)]);
    if (move.out >= link_buffers_)
      last_deliveries_.push_back(move);
    else if (draining_room_ != 0)
      activate(move.node);
  }
  ends.clear();
}

/// The messages whose headers were sent go on in the next cycle.
void MessageModel::keep_links() {
  for (const Move& move : sent_heads_) {
    nodes_[move.node].kept |= bit(move.out);
    if (draining_room_ != 0) activate(move.node);
  }
  sent_heads_.clear();
}

void MessageModel::enter_messages() {
  for (const Arrival& header : entering_) {
    arrive(header.node, header.in, header.message);
    ++ends_after(flits_of(header.message)).injections;
  }
  injected_ = injecting_ += entering_.size();
  entering_.clear();
  std::size_t& ends = ends_after(1).injections;
  injecting_ -= ends;
  ends = 0;
}

}  // namespace wayfarer::cut_through
