// Initiators, and their transactions on the way through a TlmNetwork.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include <systemc>
#include <tlm>

#include "core/types.hpp"
#include "wayfarer_systemc/wire.hpp"

namespace wayfarer::sysc {

struct Transaction;

/// An initiator's binding to a terminal.
struct Initiator {
  TerminalId terminal = 0;
  int socket = 0;                        ///< Of the terminal's.
  Transaction* requesting = nullptr;     ///< Has begun, and END_REQ has not been sent.
  std::deque<Transaction*> waiting;      ///< For the network, in order.
  std::vector<Transaction*> in_network;  ///< Injected, and not ended.
  std::deque<Transaction*> responses;    ///< Of the first one the response has begun.
};

struct Transaction {
  enum class At {
    kWaiting,     ///< Not yet in the network.
    kRequest,     ///< In the network, or in the queue of the target's terminal.
    kTarget,      ///< The target has been called and has not answered.
    kReply,       ///< In the network.
    kResponding,  ///< At the initiator, or in its queue of responses.
    kEnded,
  };

  tlm::tlm_generic_payload* payload = nullptr;
  std::uint32_t number = 0;
  Initiator* initiator = nullptr;
  TerminalId source = 0;
  TerminalId destination = 0;
  sc_dt::uint64 address = 0;  ///< As the initiator gave it.
  sc_dt::uint64 base = 0;     ///< What the target's is less.
  sc_dt::uint64 last = 0;     ///< The last byte that it touches.
  unsigned priority = 0;      ///< Journey::priority.
  sc_core::sc_event* done =
      nullptr;  ///< Of a call of b_transport, which has no phases: at its end.

  At at = At::kWaiting;
  bool completed = false;      ///< The target's response needs no END_RESP.
  bool answered = false;       ///< BEGIN_RESP of the target waits for its END_RESP.
  bool reset = false;          ///< The network was reset meanwhile: the response is an error.
  Bytes sent, received;        ///< Bytes of the request, then of the reply.
  unsigned messages_left = 0;  ///< To arrive.

  [[nodiscard]] bool blocking() const { return done != nullptr; }
};

}  // namespace wayfarer::sysc
