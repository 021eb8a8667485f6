// SystemC clocks for a network with several, as a function, free of SystemC's headers.
#pragma once

#include <functional>
#include <vector>

namespace wayfarer {

/// In picoseconds of simulated time.
struct BenchClock {
  unsigned period = 1000;
  unsigned first = 0;  ///< The first rising edge.
};

/// An sc_clock for each element under the SystemC kernel. At each instant in which some of them
/// rise, calls `at_edges` with their numbers, in ascending order, until it returns false. Its
/// exceptions are passed on unchanged.
///
/// The clocks are elaborated at the call: a process can make one, and none of run_on_bench.
void run_on_clocks(const std::vector<BenchClock>& clocks,
                   const std::function<bool(const std::vector<unsigned>&)>& at_edges);

}  // namespace wayfarer
