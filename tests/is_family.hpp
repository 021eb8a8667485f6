// Which family a test's network is of, where tests of all families share code.
#pragma once

#include <string_view>

#include "config/config.hpp"

namespace wayfarer {

[[nodiscard]] inline bool is_family(const NetworkConfig& config, std::string_view name) {
  return config.family() == name;
}

}  // namespace wayfarer
