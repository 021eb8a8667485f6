// The offered load of a run, and the unit of all rates of a run.
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"
#include "traffic/spec.hpp"

namespace wayfarer {

/// What is counted, per terminal and cycle.
enum class LoadUnit {
  kFlits,       ///< Flits, headers included.
  kMessages,    ///< Messages.
  kBytes,       ///< Data bytes of messages, without headers and padding.
  kBits,        ///< The same in bits.
  kNormalized,  ///< Share of the dimension-order channel-load bound of uniform traffic.
};
[[nodiscard]] const std::vector<std::string>& load_unit_names();
[[nodiscard]] LoadUnit parse_load_unit(const std::string& name);
[[nodiscard]] std::string to_string(LoadUnit unit);

struct Load {
  double value = 0.1;
  LoadUnit unit = LoadUnit::kFlits;
  bool aggregate = false;  ///< The sum of all terminals, rather than the mean of one.
  double clock_mhz = 0;    ///< The network's clock: rates are per nanosecond; 0: per cycle.

  /// Nanoseconds per cycle. There must be a clock.
  [[nodiscard]] double cycle_ns() const { return 1000 / clock_mhz; }
};

/// "flits per terminal and cycle", "bytes per ns, all terminals".
[[nodiscard]] std::string unit_text(const Load& load);

/// A rate of one terminal per cycle as it is in terms of the load's aggregate and clock.
[[nodiscard]] double scaled(double rate, const NetworkConfig& config, const Load& load);

/// Messages of these lengths per terminal and cycle that a load asks for. Throws UsageError when
/// above 1 or below 0.
[[nodiscard]] double message_rate(const NetworkConfig& config, const LengthsSpec& lengths,
                                  const Load& load);

/// The load's value at which it asks for this rate: the inverse of message_rate.
[[nodiscard]] double load_value(const NetworkConfig& config, const LengthsSpec& lengths,
                                const Load& load, double rate);

/// The message rate as a share of the channel-load bound of uniform traffic.
[[nodiscard]] double normalized_load(const NetworkConfig& config, const LengthsSpec& lengths,
                                     const Load& load);

}  // namespace wayfarer
