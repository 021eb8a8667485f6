// The program `wayfarer` as a function: main only says where networks come from.
#pragma once

#include <functional>
#include <string>

#include "core/cycle_phases.hpp"
#include "family/engine.hpp"

namespace wayfarer {

/// What a main composes.
struct Program {
  const EngineFactory& engines;
  /// Keeps the clock of runs on the SystemC bench; empty: built without it.
  std::function<void(CyclePhases&, const ProgressCallback&)> bench;
  std::string name = "wayfarer";  ///< How the program was called, for commands that it prints.
};

/// Runs a command line. Returns 0 for success, 1 when a check failed or the user interrupted the
/// work, 2 for wrong usage; results go to standard output, everything else to standard error.
[[nodiscard]] int run_program(int argc, const char* const* argv, const Program& program);

}  // namespace wayfarer
