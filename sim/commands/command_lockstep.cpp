// wayfarer lockstep: hardware and cycle model, compared in every cycle.
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/simulate.hpp"
#include "commands/commands.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

struct LockstepOptions {
  RunArguments run;
  std::string hardware = "rtl";
  std::string rtl;
  bool waves = false;
  bool no_waves = false;

  [[nodiscard]] FaultWaves fault_waves() const {
    return waves ? FaultWaves::kAlways : no_waves ? FaultWaves::kNever : FaultWaves::kSmall;
  }
};

/// Compares the parts of the hardware that messages do not reach, and prints the result.
void run_exercise(const Program& program, const Point& point, const LockstepOptions& options) {
  const Family& family = family_of(point.config);
  if (family.exercise == nullptr) return;
  const std::uint64_t flits = exercise(program, point, options.fault_waves());
  fmt::print("{}: equal with {} at random; {} flits delivered\n", point.config.name,
             family.exercised, flits);
}

int run_lockstep(const Program& program, const LockstepOptions& options) {
  Point point = options.run.point();
  point.engine =
      uses_netlist(parse_hardware(options.hardware)) ? Engine::kBothNetlist : Engine::kBoth;
  point.rtl = options.rtl;
  const SimulationResult result = simulate(program, point, options.fault_waves());
  fmt::print("{}: model and {} equal in {} cycles{}; {} messages delivered, traffic {:.2f} %\n",
             point.config.name, uses_netlist(point.engine) ? "netlist" : "hardware", result.cycles,
             result.interrupted ? " (interrupted)" : "", result.delivered_messages,
             100 * result.measured.utilisation);
  if (!result.interrupted) run_exercise(program, point, options);
  return result.interrupted ? 1 : 0;
}

}  // namespace

void add_lockstep(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<LockstepOptions>();
  options->run.cycles = "10000";
  options->run.engine = "both";
  CLI::App* command = app.add_subcommand(
      "lockstep", "Compare hardware and cycle model in every cycle; report the first difference");
  options->run.add_to(*command);
  command->remove_option(command->get_option("--engine"));
  command
      ->add_option("--engine", options->hardware,
                   "The hardware: rtl, or netlist (the RTL synthesized to cells of ECP5)")
      ->capture_default_str();
  options->run.add_load_to(*command);
  command->add_option(
      "--rtl", options->rtl,
      "Read the RTL from this copy of the folder rtl, to try a change [the project's]");
  CLI::Option* const waves = command->add_flag(
      "--waves", options->waves,
      fmt::format(
          "Write waves of a difference also for networks of more than {} terminals; this builds the hardware again",
          kMostUnasked));
  command->add_flag("--no-waves", options->no_waves, "Do not write waves of a difference")
      ->excludes(waves);
  command->footer(
      "Example: wayfarer lockstep mesh4x4 --cycles 100000 --load 1.2 --unit normalized"
      " --stall 0.1 --seed 7");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_lockstep(program, *options); };
  });
}

}  // namespace wayfarer
