// What makes a configuration impossible, and what its keys imply when they are not given.
#pragma once

#include <optional>
#include <string>

#include "config/config.hpp"

namespace wayfarer {

/// What is wrong with a configuration and which key to mend.
struct ConfigFault {
  std::string key;
  std::string text;
};
[[nodiscard]] std::optional<ConfigFault> find_fault(const NetworkConfig& config);

/// Fills what the other keys imply (class_zero_buffers, phases, sets, pipeline; depth and groups of
/// iba) where it is not given.
void fill_defaults(NetworkConfig& config);

}  // namespace wayfarer
