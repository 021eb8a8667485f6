// The sockets of one terminal of a TlmNetwork, and its target's queue.
#pragma once

#include <deque>
#include <vector>

#include "wayfarer_systemc/tlm_network.hpp"

namespace wayfarer::sysc {

class TlmNetwork::Station {
 public:
  Station(TlmNetwork& network, TerminalId terminal);

  /// After all sockets have been bound.
  void elaborate();
  [[nodiscard]] bool has_target() const { return network_.initiator_socket[terminal_].size() != 0; }
  /// The target; there is one.
  [[nodiscard]] tlm::tlm_fw_transport_if<>& target() const {
    return *network_.initiator_socket[terminal_][0];
  }
  [[nodiscard]] tlm::tlm_bw_transport_if<>& initiator(int socket) const {
    return *network_.target_socket[terminal_][socket];
  }

  void connect(MessagePort& port) { port_ = &port; }
  [[nodiscard]] MessagePort& port() { return *port_; }

  /// Something may be sent: replies first, then requests of initiators in turn. It happens a delta
  /// cycle later, so that the kernel's order of processes does not matter.
  void arbitrate() { arbitrate_.notify(sc_core::SC_ZERO_TIME); }
  void add_reply(Transaction& transaction);

  /// A request has arrived.
  void add(Transaction& transaction);
  /// The target has accepted the request that it was called with, if it is that one.
  void accepted(const Transaction& transaction);
  /// Forgets the requests that the target has not been called with, and replies.
  void clear();

 private:
  tlm::tlm_sync_enum forward(int socket, Payload& payload, Phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(int socket, Payload& payload, Phase& phase, sc_core::sc_time& delay);
  void block(int socket, Payload& payload, sc_core::sc_time& delay);
  unsigned debug(int socket, Payload& payload);
  bool direct(int socket, Payload& payload, tlm::tlm_dmi& dmi);

  void send();
  void call_target();
  void serve();

  TlmNetwork& network_;
  const TerminalId terminal_;
  MessagePort* port_ = nullptr;
  std::vector<Initiator*> initiators_;  // by socket
  std::size_t first_ = 0;               // whose turn it is
  std::deque<Transaction*> replies_;
  std::deque<Transaction*> sink_;
  Transaction* requesting_ = nullptr;  // the target has been called and has not accepted
  sc_core::sc_event arbitrate_, serve_;
};

}  // namespace wayfarer::sysc
