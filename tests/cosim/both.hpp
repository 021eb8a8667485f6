// Model and RTL in lockstep, compiled without optimisation: these networks run for less time than
// they compile.
#pragma once

#include <memory>

#include "common/engines.hpp"

namespace wayfarer {

/// With `assertions`, tiles share no code: for small networks only.
inline Engines engines(bool assertions = false, bool optimised = false) {
  VerilatedBuildOptions build;
  build.assertions = assertions;
  build.optimised = optimised;
  return Engines(build);
}

inline std::unique_ptr<Network> both(const NetworkConfig& config, bool assertions = false,
                                     bool optimised = false) {
  return engines(assertions, optimised).make(config, Engine::kBoth);
}

/// Selects the third of a set's networks that has the RTL's assertions on.
inline bool asserted(std::size_t number) { return number % 3 == 0; }

}  // namespace wayfarer
