// Groups of terminals that one message reaches.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/types.hpp"

namespace wayfarer {

/// One sender's group; its number is its index in the list of groups.
struct MulticastGroup {
  TerminalId source = 0;
  std::vector<TerminalId> members;  ///< Ascending; the source may be among them.
};

/// Destinations from this one on are groups, in networks whose pattern has groups.
constexpr TerminalId kFirstMulticastDestination = 0xBFFF;

[[nodiscard]] constexpr TerminalId multicast_destination(std::size_t group) {
  return static_cast<TerminalId>(kFirstMulticastDestination + group);
}

/// Valid only for patterns with groups; other networks may have terminals with such numbers.
[[nodiscard]] constexpr bool is_multicast(TerminalId destination) {
  return destination >= kFirstMulticastDestination;
}

/// "7", or "group 3".
[[nodiscard]] inline std::string destination_text(TerminalId destination, bool multicast) {
  return multicast ? fmt::format("group {}", destination - kFirstMulticastDestination)
                   : fmt::format("{}", destination);
}

}  // namespace wayfarer
