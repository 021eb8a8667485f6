// The bench of SystemC modules for programs, without SystemC's headers.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/progress_callback.hpp"

namespace wayfarer {

class Simulation;

/// In picoseconds of simulated time.
struct BenchClock {
  unsigned period = 1000;
  unsigned first = 0;  ///< The first rising edge.
};

/// Runs simulations under the SystemC kernel, one after the other: the same calls in the same order
/// as run_in_loop. A process has one kernel, and elaborates it once: a program makes one bench,
/// and uses it in one thread. Its modules are made with the first run.
///
/// Programs with a `main` of their own also link sc_main.cpp.
class ProgramBench {
 public:
  /// Clocks of the network: one for a cycle in a nanosecond, or all that it has (ClockEdges).
  explicit ProgramBench(std::vector<BenchClock> clocks = {{}});
  ProgramBench(const ProgramBench&) = delete;
  ProgramBench& operator=(const ProgramBench&) = delete;
  ~ProgramBench();

  /// Runs all cycles. What a part of the run has thrown, and a module has reported, is thrown here;
  /// then the bench is ready for the next run.
  void run(Simulation& simulation, const ProgressCallback& progress = {});

 private:
  struct Modules;

  std::vector<BenchClock> clocks_;
  std::unique_ptr<Modules> modules_;
};

}  // namespace wayfarer
