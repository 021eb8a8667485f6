// Whole messages into and out of a network, in place of flits.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control_port.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// A message whose tail a terminal has taken.
struct CompletedMessage {
  TerminalId terminal = 0;
  MessageId id = 0;
  std::uint32_t flits = 0;  ///< Header included.
};

/// A port of networks that offer and take the flits of messages themselves, as Sources and sinks
/// without pauses do: an injection port is offered the next flit of its message whenever it is
/// ready, and one that is idle is offered the next header. Every cycle is the same as with the
/// network's own interface; this one only costs less, since nobody sees single flits.
///
/// In each cycle: read `startable`, `start` messages, step the network, then read the results.
class MessagePort : public ControlPort {
 public:
  /// From now on messages come by this port, and none by Network::offer; no flit is listed in
  /// Network::deliveries. The network is empty. Ends with the next reset.
  virtual void open() = 0;

  /// By terminal, the injection ports on which a message that is due starts in the coming step. If
  /// there are more of them than messages, the lowest ones start.
  [[nodiscard]] virtual const std::vector<PortMask>& startable() const = 0;

  /// Starts a message on such a port: its header enters in the coming step. `flits`: header and
  /// data, at least as many as NetworkShape allows.
  virtual void start(TerminalId terminal, unsigned injection_port, MessageId id,
                     TerminalId destination, std::uint32_t flits) = 0;

  /// The messages that the last step completed, in ascending order of terminals and in that of
  /// their deliveries.
  [[nodiscard]] virtual const std::vector<CompletedMessage>& completed() const = 0;

  /// Flits that entered the network, and that terminals took, in the last step.
  [[nodiscard]] virtual std::size_t injected() const = 0;
  [[nodiscard]] virtual std::size_t delivered() const = 0;

  /// Adds what is missing in the array of Network::count_transfers, which lags behind while the
  /// port is open.
  virtual void settle_counts() = 0;
};

}  // namespace wayfarer
