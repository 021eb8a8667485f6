// The offered load of a run.
#pragma once

#include <string>

#include "config/config.hpp"
#include "traffic/spec.hpp"

namespace wayfarer {

/// What a load's number means.
enum class LoadUnit {
  kFlits,       ///< Flits, headers included, per terminal and cycle.
  kMessages,    ///< Messages per terminal and cycle.
  kNormalized,  ///< Share of the dimension-order channel-load bound of uniform traffic.
};
[[nodiscard]] LoadUnit parse_load_unit(const std::string& name);
[[nodiscard]] std::string to_string(LoadUnit unit);

struct Load {
  double value = 0.1;
  LoadUnit unit = LoadUnit::kFlits;
};

/// Messages of these lengths per terminal and cycle that a load asks for. Throws UsageError when
/// above 1 or below 0.
[[nodiscard]] double message_rate(const NetworkConfig& config, const LengthsSpec& lengths,
                                  const Load& load);

/// The same as a share of the channel-load bound of uniform traffic.
[[nodiscard]] double normalized_load(const NetworkConfig& config, const LengthsSpec& lengths,
                                     const Load& load);

}  // namespace wayfarer
