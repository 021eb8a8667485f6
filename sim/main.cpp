// The program: chooses the engines of its networks and runs the command line.
#include "bench/run_on_bench.hpp"
#include "cli/progress.hpp"
#include "commands/run_program.hpp"
#include "common/engines.hpp"

int main(int argc, char** argv) {
  wayfarer::VerilatedBuildOptions build;
  build.progress = wayfarer::make_build_progress();
  const wayfarer::Engines engines(build);
  return wayfarer::run_program(argc, argv, {engines, wayfarer::run_on_bench, argv[0]});
}
