// Numbers that a nightly run gives its tests.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace wayfarer {

/// The value of a variable of the environment, or another where it is not set.
inline std::uint64_t from_environment(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Fresh in the nightly run, which prints it; else 1.
inline std::uint64_t night_seed() { return from_environment("WAYFARER_NIGHT_SEED", 1); }

}  // namespace wayfarer
