// The SystemC bench as a function, free of SystemC's headers.
#pragma once

#include "core/cycle_phases.hpp"

namespace wayfarer {

/// Runs all cycles of `run` under the SystemC kernel: the same calls in the same order as
/// run_in_loop, one cycle a nanosecond of simulated time. What a phase throws comes out of here as
/// it was thrown, and the bench is ready for the next run.
///
/// The bench is elaborated at the first call, which needs no sc_main and no special `main`. There
/// is one kernel in a process: calls from several threads wait for one another.
void run_on_bench(CyclePhases& run, const ProgressCallback& progress = {});

}  // namespace wayfarer
