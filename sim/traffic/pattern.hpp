// Traffic patterns: one small interface, and one factory for all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "config/config.hpp"
#include "core/types.hpp"
#include "traffic/spec.hpp"

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

/// The default pattern of a network.
[[nodiscard]] PatternSpec default_pattern(const NetworkConfig& config);

/// Throws UsageError for networks that the pattern does not fit.
[[nodiscard]] std::unique_ptr<Pattern> make_pattern(const PatternSpec& spec,
                                                    const NetworkConfig& config,
                                                    std::uint64_t seed);

}  // namespace wayfarer
