// The program `wayfarer` as a function: main only says where networks come from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/cycle_phases.hpp"
#include "family/engine.hpp"

namespace CLI {
class App;
}

namespace wayfarer {

/// What the parsed command line asks for; returns the exit status.
using Action = std::function<int()>;

struct Program;

/// Adds a command with options, help and example, which sets `action` when it is chosen.
using AddCommand = void (*)(CLI::App& app, const Program& program, Action& action);

/// What a main composes.
struct Program {
  const EngineFactory& engines;
  /// Keeps the clock of runs on the SystemC bench; empty: built without it.
  std::function<void(CyclePhases&, const ProgressCallback&)> bench;
  std::vector<AddCommand> commands = {};  ///< Beside those of all networks.
  std::string name = "wayfarer";  ///< How the program was called, for commands that it prints.
};

/// Prints that a check has failed, and what it found, to standard error.
void print_failure(const std::string& text);

/// Runs a command line. Returns 0 for success, 1 when a check failed or the user interrupted the
/// work, 2 for wrong usage; results go to standard output, everything else to standard error.
[[nodiscard]] int run_program(int argc, const char* const* argv, const Program& program);

}  // namespace wayfarer
