// The program: chooses the engines of its networks and runs the command line.
#include "cli/progress.hpp"
#include "commands/run_program.hpp"
#include "common/engines.hpp"
#include "program/program_bench.hpp"

int main(int argc, char** argv) {
  wayfarer::VerilatedBuildOptions build;
  build.progress = wayfarer::make_build_progress();
  const wayfarer::Engines engines(build);
  wayfarer::ProgramBench bench;
  const auto run_on_bench = [&](wayfarer::Simulation& run,
                                const wayfarer::ProgressCallback& progress) {
    bench.run(run, progress);
  };
  return wayfarer::run_program(argc, argv, {engines, run_on_bench, argv[0]});
}
