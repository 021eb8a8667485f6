// Traffic patterns: one small interface, and one factory for all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// No destination: the message is not sent.
constexpr TerminalId kNoTerminal = ~TerminalId{0};

struct MulticastGroup;

class Pattern {
 public:
  virtual ~Pattern() = default;

  /// Destination of the source's message number `sequence`; kNoTerminal: it is not sent.
  [[nodiscard]] virtual TerminalId destination(TerminalId source, std::uint32_t sequence) const = 0;

  /// Whether the source never sends (a fixed point of a permutation, for example).
  [[nodiscard]] virtual bool silent(TerminalId /*source*/) const { return false; }

  /// Groups that messages go to (multicast_destination in geometry/multicast_group.hpp).
  [[nodiscard]] virtual const std::vector<MulticastGroup>& groups() const;

  /// The number of successive messages that are copies of one, born together and equally long.
  [[nodiscard]] virtual std::uint32_t copies() const { return 1; }

  /// The source's load over the mean of all terminals, which is the load that was asked for.
  [[nodiscard]] virtual double relative_load(TerminalId /*source*/) const { return 1; }
};

/// The patterns of `make_pattern`, for lists and messages.
struct PatternInfo {
  std::string name;  ///< With its options: "uniform[:self]".
  std::string description;
  PatternKind kind = PatternKind::kGrid;
  std::vector<std::string> aliases = {};  ///< What other simulators call it (docs/peers.md).
};
[[nodiscard]] const std::vector<PatternInfo>& patterns();

/// The name with the same options under which `patterns` lists an alias; other names as they are.
[[nodiscard]] std::string canonical_pattern(const std::string& name_with_options);

/// The file that a pattern of that name reads; empty: none.
[[nodiscard]] std::string pattern_file(const std::string& name_with_options);

/// The default pattern of a network.
[[nodiscard]] const char* default_pattern(const NetworkConfig& config);

/// Makes a pattern from its name and options:
///   client-server   the hosts of a client-server network to the server, the server to a random
///                   host with each message (client-server:requests: the server sends nothing)
/// is the one of client-server networks. Networks with multicast groups also have
/// multicast and copies: see traffic/multicast.hpp. All but client-server networks have:
///   uniform         all terminals but the source equally likely (uniform:self: the source too)
///   hotspot-1, -2   ten (nine) terminals four times as likely as the others (Fulgham and Snyder);
///   256 only single-random   one destination for each source, drawn uniformly with replacement
///   random-permutation   the same without replacement: no two sources have one destination
///   full-random     a destination for each message, the source included: as uniform, but a
///                   source's load is without the share that would go to itself. full-random:drop:
///                   the whole load is born; a message whose destination is its source is not sent
///   hotspot:T+T:P   P percent of the messages to one of the terminals T, the others uniform
///   matrix:FILE     by a file of weights (traffic/matrix_pattern.hpp)
///   local:D         uniform among the other terminals at most D router hops away
///   bit-reversal, bit-complement, perfect-shuffle   of the terminal number; powers of two only
///   transpose:N     swaps the halves of the first N digits of the address (without N, of all);
///                   their extents must read the same swapped
///   tornado, neighbour   each digit k on by ceil(extent/2)-1, or by 1
/// Terminals that would send to themselves do not send, unless `:self` follows the name: then such
/// messages pass through injection and ejection like any other.
/// Throws UsageError for unknown names and options and for networks a pattern does not fit.
[[nodiscard]] std::unique_ptr<Pattern> make_pattern(const std::string& name_with_options,
                                                    const NetworkConfig& config,
                                                    std::uint64_t seed);

}  // namespace wayfarer
