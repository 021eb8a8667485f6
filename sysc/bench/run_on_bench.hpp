// The SystemC bench as a function, free of SystemC's headers.
#pragma once

#include "core/cycle_phases.hpp"

namespace wayfarer {

/// Runs all cycles of `run` under the SystemC kernel: the same calls in the same order as
/// run_in_loop, one cycle per nanosecond of simulated time. Exceptions of a phase are passed on
/// unchanged, and the bench is ready for the next run.
///
/// The bench is elaborated at the first call, which needs no sc_main and no special `main`. A
/// process has one kernel: calls from several threads are serialized.
void run_on_bench(CyclePhases& run, const ProgressCallback& progress = {});

}  // namespace wayfarer
