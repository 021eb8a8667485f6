// The real-time traffic of a client-server network: hosts that, once programmed, send by themselves
// and monitor their own deadlines (Yang et al., section II). With sporadic senders a programmed
// host releases a message where the network is offered a flit there (Network::offer), and shows by
// injection_ready when one is due.
#pragma once

#include <cstdint>

#include "core/control_port.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// The registers of a host's sender. Message n is released in cycle phase + n * period, or later on
/// demand: in that cycle its header is offered to the host's switch, and it is in the buffer one
/// cycle later.
struct HostProgram {
  std::uint32_t period = 0;    ///< Cycles; 0: the periodic sender is off.
  std::uint32_t flits = 1;     ///< Flits of a message, its header included.
  std::uint32_t phase = 0;     ///< Cycle of the first release.
  std::uint32_t deadline = 0;  ///< Cycles after a release in which the message must have arrived;
                               ///< 0: not monitored.

  friend bool operator==(const HostProgram& a, const HostProgram& b) {
    return a.period == b.period && a.flits == b.flits && a.phase == b.phase &&
           a.deadline == b.deadline;
  }
};

/// The state of the host's deadline monitor since it was programmed.
struct HostStatus {
  bool missed = false;      ///< A message was later than its deadline.
  std::uint32_t worst = 0;  ///< Longest response: cycle of the tail's delivery less that of its
                            ///< release. e + i - 1 for an unblocked message of e flits over i hops.
  std::uint32_t outstanding = 0;  ///< Messages released and not delivered.

  friend bool operator==(const HostStatus& a, const HostStatus& b) {
    return a.missed == b.missed && a.worst == b.worst && a.outstanding == b.outstanding;
  }
};

/// The control port of a network whose hosts can be programmed.
class PeriodicHosts : public ControlPort {
 public:
  /// Widths of the hosts' registers: values must stay below 2^kRegisterBits.
  static constexpr unsigned kRegisterBits = 24;

  /// Programs a terminal's sender: after a reset and before the first step. A programmed host
  /// accepts no other flits; a demand is none.
  virtual void program(TerminalId host, const HostProgram& program) = 0;

  /// Programs the server: each request is answered, in the order served and with as many flits,
  /// from `service` cycles after its tail on. 0: the responder is off.
  virtual void program_server(std::uint32_t service) = 0;

  [[nodiscard]] virtual HostStatus status(TerminalId host) const = 0;

  /// Whether the server has held up a request since it was programmed, or since the reset: because
  /// it was stalled, or its records were in use. No deadline is guaranteed then.
  [[nodiscard]] virtual bool lapsed() const = 0;
};

}  // namespace wayfarer
