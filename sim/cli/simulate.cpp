#include "cli/simulate.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/fault_record.hpp"
#include "cli/progress.hpp"
#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "runs/recording.hpp"

namespace wayfarer {
namespace {

// Cycles of the waves around a fault.
constexpr Cycle kBeforeFault = 40;
constexpr Cycle kAfterFault = 20;

std::unique_ptr<Network> make_network(const Program& program, const Point& point) {
  return program.engines.make(point.config, point.engine, engine_options(point));
}

SimulationResult run_once(const Program& program, const Point& point, Network& network) {
  const ProgressCallback progress = make_progress();
  Simulation simulation(network, point.config, point.options);
  Recording recording(simulation, point);
  try {
    if (program.bench && point.engine != Engine::kModel)
      program.bench(simulation, progress);
    else
      run_in_loop(simulation, progress);
    end_progress();
    SimulationResult result = simulation.finish();  // and the waves
    recording.close();
    return result;
  } catch (const UsageError&) {
    recording.discard();
    throw;
  }
}

/// Steps the hardware on alone, without new flits: its waves show the consequences of the fault.
void run_on(Network& network) {
  try {
    for (Cycle i = 0; i < kAfterFault; ++i) network.find<LockstepNetwork>()->device().step();
  } catch (const CheckFailed&) {
    // An assertion of the hardware: the waves end here.
  }
  network.trace_to("");
}

std::string place_options(const LockstepPlace& place) {
  if (place.channel) return fmt::format(" --channel {}", *place.channel);
  return place.terminal ? fmt::format(" --terminal {}", *place.terminal) : "";
}

/// Repeats the run with waves on: the same seed leads to the same fault. Then each engine alone
/// records its events.
[[noreturn]] void show_fault(const Program& program, Point point, const LockstepMismatch& fault) {
  const Cycle from = fault.cycle() - std::min(fault.cycle(), kBeforeFault);
  const std::string stem = fmt::format("{}-seed{}-cycle{}", point.config.name,
                                       point.options.traffic.seed, fault.cycle());
  const std::string path = stem + ".fst";
  point.options.waves = {path, from, kNever};
  const auto network = make_network(program, point);
  try {
    (void)run_once(program, point, *network);
  } catch (const LockstepMismatch& again) {
    run_on(*network);
    const std::string record = record_fault(program, point, again, stem, path);
    throw LockstepMismatch(
        again.cycle(),
        fmt::format("{}\nwaves from cycle {} on are in {}; to open them there:\n  {} --cycle {}{}\n"
                    "both engines' events are in {}; to see them beside each other:\n  {} show {}",
                    again.what(), from, path, view_command(program, point.config.family(), path),
                    again.cycle(), place_options(again.place()), record, shell_quoted(program.name),
                    shell_file(record)));
  }
  throw fault;  // not reproduced: report the first one
}

/// The same where the disk is full, for example: the fault is still the result.
[[noreturn]] void report_fault(const Program& program, const Point& point,
                               const LockstepMismatch& fault) {
  try {
    show_fault(program, point, fault);
  } catch (const UsageError& lost) {
    throw LockstepMismatch(fault.cycle(), fmt::format("{}\nits waves and events are missing: {}",
                                                      fault.what(), lost.what()));
  }
}

}  // namespace

std::string view_command(const Program& program, const std::string& family,
                         const std::string& path) {
  const std::string option =
      family == families().front()->name() ? "" : fmt::format(" --family {}", family);
  return fmt::format("{} view {}{}", shell_quoted(program.name), shell_file(path), option);
}

SimulationResult simulate(const Program& program, const Point& point) {
  try {
    return run_once(program, point, *make_network(program, point));
  } catch (const LockstepMismatch& fault) {
    end_progress();
    report_fault(program, point, fault);
  }
}

}  // namespace wayfarer
