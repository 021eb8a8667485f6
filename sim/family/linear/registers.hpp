// Registers of a verilated client-server network's hosts and server, by terminal.
#pragma once

#include <cstdint>

namespace wayfarer {

enum class HostRegister : std::uint32_t {
  kPeriod,  ///< Written last: loads a host's four registers.
  kFlits,
  kPhase,
  kDeadline,
  kService,  ///< Of the server.
  kMissed,   ///< From here on: read only. Of the server: whether guarantees have lapsed.
  kWorst,
  kOutstanding,
};

}  // namespace wayfarer
