// The form of the cycle model in which heads and tails are events, and body flits are implied.
#pragma once

#include <cstdint>
#include <vector>

#include "family/iba/flit_model.hpp"
#include "family/kit/message_form.hpp"

namespace wayfarer::iba {

/// With its message port open, whole messages move. Where sources do not pause and a link has one
/// virtual lane, a packet whose header moves at t has its tail there at t + flits - 1, since the
/// next buffer has room for all of it. So a header begins a transfer, and lists its end for that
/// cycle. Without the port, flits move alone.
class MessageModel final : public kit::MessageForm<FlitModel> {
 public:
  /// Whether a packet never waits for a part of itself, and nothing asks what it does meanwhile.
  [[nodiscard]] static bool covers(const IbaConfig& router) {
    return router.virtual_lanes == 1 && router.replication == Replication::kBranches &&
           router.segmentation == Segmentation::kTerminals &&
           router.arbitration == Arbitration::kRoundRobin && router.lifetime == 0 &&
           router.hop_limit == 0 && !router.in_band;
  }

  explicit MessageModel(const NetworkConfig& config);

  void step() override;

  void open() override;
  void start(TerminalId terminal, unsigned injection_port, MessageId id, TerminalId destination,
             std::uint32_t flits) override;

 private:
  static constexpr unsigned kNowhere = kIbaPorts;

  /// A packet on its way from an input buffer to an output port, or kNowhere: it is discarded.
  struct Move {
    TerminalId at;
    unsigned in;
    unsigned port;
  };
  /// What ends in a cycle.
  struct Ends {
    std::vector<Move> packets;
    std::vector<TerminalId> injections;
  };
  struct Message {
    TerminalId terminal;
    TerminalId destination;
    MessageId id;
    std::uint32_t flits;
  };

  // The cycle, in this order.
  void serve(TerminalId at);
  void end_packets();
  void arrive();
  void enter_messages();
  void show_startable();

  void begin(TerminalId at, unsigned in, unsigned port, unsigned lane) override;
  void end(const Move& move);
  [[nodiscard]] const Packet& packet_in(TerminalId at, unsigned in) const {
    return packets_[front(at, in)];
  }
  /// What ends so many cycles later; 0: in this cycle.
  [[nodiscard]] Ends& ends_after(std::uint32_t cycles) { return ends_.in(now_ + cycles); }

  kit::Agenda<Ends> ends_;
  std::vector<Message> entering_;        ///< Messages that start.
  std::vector<std::uint8_t> injecting_;  ///< By terminal: whether a message is entering.
  std::size_t entering_flits_ = 0;  ///< Messages that move a flit in a cycle, into the network,
  std::size_t ejecting_ = 0;        ///< and out of it.
};

}  // namespace wayfarer::iba
