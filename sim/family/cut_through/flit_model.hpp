// The form of the cycle model in which each flit moves alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "config/config.hpp"
#include "core/idle_port.hpp"
#include "family/cut_through/config.hpp"
#include "family/cut_through/connector.hpp"
#include "family/cut_through/exchange.hpp"
#include "family/cut_through/model.hpp"
#include "family/cut_through/routing.hpp"
#include "family/cut_through/state.hpp"
#include "family/kit/model_base.hpp"
#include "geometry/grid.hpp"

namespace wayfarer::cut_through {

constexpr unsigned kMaxPipeline = 4;

/// The reference, for every configuration and each flit. First all links decide, from registers.
/// Then each node in turn moves its flits; arrivals, which are visible to other nodes, are applied
/// after all nodes have moved.
class FlitModel : public kit::ModelBase, public IdlePort {
 public:
  FlitModel(const NetworkConfig& config, HopSource hops);

  void reset() override;
  void step() override;

  [[nodiscard]] Cycle settling_cycles() const override { return kRouterCycles + kMaxPipeline; }
  void skip(Cycle cycles) override { now_ += cycles; }

 protected:
  struct Waking {
    NodeId node;
    unsigned in;
  };
  /// The ready output buffers of the two nodes at a link.
  struct Ready {
    Mask plus;
    Mask minus;
  };

  // What messages decide, whether or not their flits move alone.
  void wake_headers();
  Ready grant(Link& link, const Node& plus, const Node& minus) const;
  unsigned pick(NodeId node, unsigned first, Mask ready);
  void bind_lanes(NodeId node, Mask free);
  Connection connect(NodeId node, Mask free);
  void join(NodeId node, const Connection& made);
  void release(NodeId node, unsigned in);
  void arrive(NodeId node, unsigned in, MessageSlot message);
  MessageSlot make_message(TerminalId terminal, TerminalId destination);

  void activate(NodeId node) { active_nodes_[node / 64] |= Mask{1} << node % 64; }
  void activate_link(std::uint32_t link) { active_links_[link / 64] |= Mask{1} << link % 64; }

  const NetworkConfig config_;
  const CutThroughConfig router_;
  const CutThroughRouting routing_;
  const HopSource hop_source_;  ///< In place of draws, if not empty.
  const Grid& topology_;
  const unsigned ports_;     ///< Links out of a node.
  const unsigned channels_;  ///< Virtual channels of a link.
  const unsigned link_buffers_;
  const unsigned ins_;
  const unsigned in_buffers_;  ///< The buffers of `ins_` and those for the rests of frames.
  const unsigned outs_;
  const bool half_duplex_;
  const bool binds_lanes_;         ///< A header waits on one virtual channel.
  const bool chaotic_;             ///< Messages leave their minimal routes, from a queue.
  const Mask draining_room_;       ///< Output buffers with room behind a message that is leaving.
  std::vector<NodeId> neighbour_;  ///< By node and port.
  std::vector<std::uint32_t> link_of_;  ///< By node and port.
  std::vector<std::uint8_t> port_of_;   ///< By output buffer of a link.

  Cycle now_ = 0;
  std::vector<Node> nodes_;
  std::vector<Link> links_;         ///< By node and dimension: + from that node.
  std::vector<Mask> active_nodes_;  ///< One bit for each node with a flit or a connection.
  std::vector<Mask> active_links_;  ///< One bit for each link with a flit at its ends.
  std::vector<MessageBuffer> in_;   ///< By node and input buffer, then rest.
  std::vector<MessageBuffer> out_;  ///< By node and output buffer.
  std::vector<Mask> choices_;       ///< By node and input buffer: output buffers for its header.
  std::array<std::vector<Waking>, kMaxPipeline>
      waking_;  ///< By cycle: headers that become eligible in it.
  Connector connector_;
  std::vector<Travelling> messages_;
  std::vector<FlitInfo> infos_;  ///< By message slot and flit.
  std::vector<MessageSlot> free_slots_;
  std::vector<std::uint32_t> drawn_;  ///< By terminal: messages whose hops have been drawn.

 private:
  void join_nodes();

  // Decide.
  void grant_links();
  void grant_direction(Node& state, NodeId node, unsigned first, Mask ready);

  // Move, one node.
  void serve(NodeId node);
  void send(NodeId node);
  void deliver(NodeId node, unsigned out);
  void exchange(NodeId node, Mask free);
  void cross(NodeId node);
  void store(NodeId node, unsigned out, bool tail);
  void vacate(NodeId node, unsigned in);

  // Between the nodes, at the end of the cycle.
  void push(const Arrival& arrival);
  void take_offers();
  void take(const Offer& offer);
  void register_stalls();

  const bool keeps_link_;  ///< A message keeps the link from header to tail.
  Exchange exchange_;      ///< For chaotic routing.
  std::vector<std::uint16_t>
      leaving_;  ///< By node and output buffer: flits before a message that is behind.
  std::vector<InjectionPort> injection_;  ///< By terminal and injection port.
  std::vector<Arrival> arrivals_;
};

}  // namespace wayfarer::cut_through
