#include "bench/run_on_bench.hpp"

#include <mutex>

#include "bench/bench.hpp"

// libsystemc has its own `main`, which calls this. No program here uses that `main`, but the
// library does not link without this function.
int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

namespace wayfarer {

void run_on_bench(CyclePhases& run, const ProgressCallback& progress) {
  static std::mutex one_kernel;
  const std::lock_guard<std::mutex> lock(one_kernel);
  static bench::Bench bench("bench");
  bench.run(run, progress);
}

}  // namespace wayfarer
