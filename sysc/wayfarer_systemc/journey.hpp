// An ignorable extension of transactions: what a network did with them.
#pragma once

#include <systemc>
#include <tlm>

#include "core/types.hpp"

namespace wayfarer::sysc {

/// A network fills it in where an initiator has attached one, except for the priority. Times that
/// have not come are zero.
struct Journey final : tlm::tlm_extension<Journey> {
  /// The initiator's: of requests that wait at a terminal for the network, those of a higher
  /// priority go first, and likewise replies; but none passes an earlier one of its initiator.
  unsigned priority = 0;
  TerminalId source = 0;       ///< Of the initiator.
  TerminalId destination = 0;  ///< Of the target.
  unsigned hops = 0;           ///< Channels that a lone request passes (Hops).
  unsigned request_words = 0;  ///< In the network, with headers.
  unsigned reply_words = 0;
  sc_core::sc_time begun;           ///< The initiator's call.
  sc_core::sc_time injected;        ///< The last word of the request is in the network.
  sc_core::sc_time arrived;         ///< The request is at the target.
  sc_core::sc_time reply_injected;  ///< The same of the reply.
  sc_core::sc_time reply_arrived;

  tlm::tlm_extension_base* clone() const override { return new Journey(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const Journey&>(other);
  }
};

}  // namespace wayfarer::sysc
