// Trees of 2x1 switches as text, for configurations and command lines.
#pragma once

#include <string>
#include <vector>

#include "core/types.hpp"

namespace wayfarer {

using HostId = std::uint32_t;    ///< Counts from 0; the paper's H_1 is host 0.
using SwitchId = std::uint32_t;  ///< Counts from 0; switch 0 feeds the server.

constexpr unsigned kMaxHosts = 128;  ///< Also the maximum number of switches.

/// Inputs of a switch: I^1, on a line the host's, and I^2, which wins exact ties.
constexpr unsigned kLocal = 0;
constexpr unsigned kUpstream = 1;

/// The input that a host or a switch feeds.
struct SwitchInput {
  SwitchId at = 0;
  unsigned input = kLocal;
};

/// The switch input that each host and each switch feeds. Switches are numbered in the order in
/// which the text opens them, so a switch feeds one of smaller number; switch 0 feeds the server
/// and its entry is unused.
struct SwitchTree {
  std::vector<SwitchInput> host_targets;
  std::vector<SwitchInput> switch_targets;
};

/// Reads "(local upstream)": a switch whose inputs are a host's number (counting from 1, each
/// once), another switch, or "-" for nothing. The line of three hosts is "(1 (2 (3 -)))". Throws
/// UsageError that points at the error.
[[nodiscard]] SwitchTree parse_switch_tree(const std::string& text);

/// The paper's line: host i on I^1 of switch i, switch i + 1 on I^2. UsageError for 0 hosts or more
/// than kMaxHosts.
[[nodiscard]] std::string line_text(unsigned hosts);

/// The tree of minimum depth: equal numbers of hosts on both sides of a switch, or one more on the
/// local one.
[[nodiscard]] std::string balanced_text(unsigned hosts);

}  // namespace wayfarer
