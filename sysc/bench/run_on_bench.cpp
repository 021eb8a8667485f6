#include "bench/run_on_bench.hpp"

#include <mutex>

#include "bench/bench.hpp"

namespace wayfarer {

void run_on_bench(CyclePhases& run, const ProgressCallback& progress) {
  static std::mutex one_kernel;
  const std::lock_guard<std::mutex> lock(one_kernel);
  static bench::Bench bench("bench");
  bench.run(run, progress);
}

}  // namespace wayfarer
