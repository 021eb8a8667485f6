// The program: chooses the engines of its networks and runs the command line.
#include <functional>

#include "cli/progress.hpp"
#include "commands/run_program.hpp"
#include "common/engines.hpp"
#include "core/memory.hpp"
#include "program/program_bench.hpp"

int main(int argc, char** argv) {
  wayfarer::end_without_memory();
  const auto run = [&] {
    wayfarer::VerilatedBuildOptions build;
    build.progress = wayfarer::make_build_progress();
    const wayfarer::Engines engines(build);
    wayfarer::ProgramBench bench;
    const auto run_on_bench = [&](wayfarer::Simulation& simulation,
                                  const wayfarer::ProgressCallback& progress) {
      bench.run(simulation, progress);
    };
    return wayfarer::run_program(argc, argv, {engines, run_on_bench, argv[0]});
  };
  return wayfarer::guarded(std::ref(run));
}
