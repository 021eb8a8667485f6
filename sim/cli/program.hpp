// What commands get from the program: main only says where networks come from.
#pragma once

#include <functional>
#include <string>

#include "core/cycle_phases.hpp"
#include "family/engine.hpp"

namespace wayfarer {

/// What the parsed command line asks for; returns the exit status.
using Action = std::function<int()>;

/// What a main composes.
struct Program {
  const EngineFactory& engines;
  /// Keeps the clock of runs on the SystemC bench; empty: built without it.
  std::function<void(CyclePhases&, const ProgressCallback&)> bench;
  std::string name = "wayfarer";  ///< How the program was called, for commands that it prints.
};

}  // namespace wayfarer
