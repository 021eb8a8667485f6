// The form of the cycle model in which heads and tails are events, and body flits are implied.
#pragma once

#include <cstdint>
#include <vector>

#include "family/cut_through/flit_model.hpp"
#include "family/kit/message_form.hpp"

namespace wayfarer::cut_through {

/// With its message port open, whole messages move. Where sources do not pause and a message keeps
/// a link, a message whose header moves at t has its tail there at t + flits - 1: on links, since
/// the buffer at the other end has room for all of it, in crossbars and at ejection ports. So a
/// header begins a transfer, and lists its end for that cycle. Without the port, flits move alone.
class MessageModel final : public kit::MessageForm<FlitModel> {
 public:
  /// Whether a message never waits for a part of itself.
  [[nodiscard]] static bool covers(const CutThroughConfig& router) {
    return router.interleave == Interleave::kMessage && !router.chaotic();
  }

  MessageModel(const NetworkConfig& config, HopSource hops);

  void step() override;

  void open() override;
  void start(TerminalId terminal, unsigned injection_port, MessageId id, TerminalId destination,
             std::uint32_t flits) override;

 private:
  /// A message on its way through the crossbar from `in` to `out`, or from `out` over its link.
  struct Move {
    NodeId node;
    std::uint16_t in;
    std::uint16_t out;
  };
  /// What ends in a cycle.
  struct Ends {
    std::vector<Move> links;
    std::vector<Move> crossbars;
    std::size_t injections = 0;
  };

  // The cycle, in this order.
  void grant_links();
  void end_links();
  void end_deliveries();
  void serve_nodes();
  void end_crossings();
  void keep_links();
  void enter_messages();

  void send(Node& state, NodeId node, unsigned first, Mask ready);
  void free_output(NodeId node, unsigned out);
  void serve(NodeId node);

  [[nodiscard]] unsigned flits_of(MessageSlot message) const { return header_of(message).index; }
  /// The number of a message, and how many flits it has.
  [[nodiscard]] const FlitInfo& header_of(MessageSlot message) const {
    return infos_[std::size_t{message} * router_.depth];
  }
  [[nodiscard]] Ends& ends_after(unsigned flits) { return ends_.in(now_ + flits - 1); }

  kit::Agenda<Ends> ends_;
  std::vector<Move> sent_heads_;       ///< In this cycle, of messages with a body.
  std::vector<Arrival> entering_;      ///< Headers of messages that start.
  std::vector<Move> last_deliveries_;  ///< Ejection ports that deliver a tail in the next cycle.
  std::size_t injecting_ = 0;  ///< Messages that move flits in a cycle: through injection ports,
  std::size_t ejecting_ = 0;   ///< and through ejection ports.
};

}  // namespace wayfarer::cut_through
