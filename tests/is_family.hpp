// Whether a test's network is of a family, for code shared by tests of all families.
#pragma once

#include <string_view>

#include "config/config.hpp"

namespace wayfarer {

[[nodiscard]] inline bool is_family(const NetworkConfig& config, std::string_view name) {
  return config.family() == name;
}

}  // namespace wayfarer
