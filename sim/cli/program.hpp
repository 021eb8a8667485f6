// What commands get from the program: main only says where networks come from.
#pragma once

#include <functional>
#include <string>

#include "core/progress_callback.hpp"
#include "family/engine.hpp"
#include "runs/simulation.hpp"

namespace wayfarer {

/// What the parsed command line asks for; returns the exit status.
using Action = std::function<int()>;

/// What a main composes.
struct Program {
  const EngineFactory& engines;
  /// Runs a simulation on the SystemC bench; empty: built without it.
  std::function<void(Simulation&, const ProgressCallback&)> bench;
  std::string name = "wayfarer";  ///< How the program was called, for commands that it prints.

  /// Runs all cycles: of hardware on the bench, of a model in a plain loop, as fast as can be.
  void run(Simulation& simulation, Engine engine, const ProgressCallback& progress) const {
    if (bench && engine != Engine::kModel)
      bench(simulation, progress);
    else
      run_in_loop(simulation, progress);
  }
};

}  // namespace wayfarer
