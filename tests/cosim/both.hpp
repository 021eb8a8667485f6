// Model and RTL in lockstep, compiled without optimisation: these networks run for less time than
// they compile. They are made of tiles, where the family has any: of a set of networks, only those
// that show how a top is wired are verilated whole as well (wired_whole in pairs.hpp).
#pragma once

#include <cstdlib>
#include <memory>

#include "common/engines.hpp"

namespace wayfarer {

inline Engines engines(bool assertions = false, bool optimised = false, bool tiles = true) {
  VerilatedBuildOptions build;
  // Nightly, all networks have their assertions on, and with them random states before the reset.
  build.assertions = assertions || std::getenv("WAYFARER_TEST_ASSERTIONS") != nullptr;
  build.optimised = optimised;
  build.tile = tiles;
  return Engines(build);
}

inline std::unique_ptr<Network> both(const NetworkConfig& config, bool assertions = false,
                                     bool optimised = false) {
  return engines(assertions, optimised).make(config, Engine::kBoth);
}

/// Selects the third of a set's networks that has the RTL's assertions on.
inline bool asserted(std::size_t number) { return number % 3 == 0; }

}  // namespace wayfarer
