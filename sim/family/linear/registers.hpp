// Registers of a verilated client-server network's hosts and server, by terminal.
#pragma once

#include <cstdint>

namespace wayfarer {

enum class HostRegister : std::uint32_t {
  kPeriod,  ///< Written last: loads a host's four registers.
  kFlits,
  kPhase,
  kDeadline,
  kService,  ///< The server's service time.
  kMissed,   ///< This and all that follow are read-only. At the server: whether guarantees have
             ///< lapsed.
  kWorst,
  kOutstanding,
};

}  // namespace wayfarer
