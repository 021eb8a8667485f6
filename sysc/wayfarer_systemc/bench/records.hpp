// What the modules of the bench pass on by their ports.
#pragma once

#include <systemc>

#include "core/network.hpp"
#include "traffic/message_table.hpp"

namespace wayfarer::sysc {

/// The inputs of a network, for sc_port and sc_export: a call for each flit.
class NetworkIf : public virtual sc_core::sc_interface, public NetworkInputs {
 public:
  /// Notified when a cycle begins: flits that are offered now are in it.
  [[nodiscard]] virtual const sc_core::sc_event& begun_event() const = 0;
};

/// A clock edge of a network: what was delivered, what was on the channels, and what was refused
/// (Network::deliveries, transfers, errors). Valid until the next edge.
struct NetworkStep {
  const wayfarer::Network& network;
  Cycle cycle = 0;
};

/// A message all of whose packets and copies have arrived as they were sent.
struct DeliveredMessage {
  const MessageRecord& message;
  Cycle arrival = 0;

  /// Cycles from birth to arrival, both counted.
  [[nodiscard]] Cycle latency() const { return arrival - message.birth + 1; }
};

}  // namespace wayfarer::sysc
