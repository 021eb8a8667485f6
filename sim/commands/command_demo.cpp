// wayfarer demo: runs the verilated mesh16x16 in lockstep with the cycle model, below and above
// saturation.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/simulate.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

struct DemoOptions {
  RunArguments run;
  std::string waves = "mesh16x16.fst";
};

struct Stage {
  const char* name;
  double load;  ///< Share of the channel-load bound.
  const char* paper_traffic;
};

constexpr Stage kStages[] = {{"below saturation", 0.5, "-"}, {"above saturation", 1.2, "<= 70 %"}};

const char* name_of(Engine engine) {
  if (engine == Engine::kModel) return "model";
  return uses_netlist(engine) ? "netlist" : "RTL";
}

void print_row(const std::string& name, double model, double hardware, const char* paper) {
  fmt::print("  {:<34} {:>10.4g} {:>10.4g}   {}\n", name, model, hardware, paper);
}

void print_stage(const Stage& stage, const SimulationResult& model, const SimulationResult& other,
                 const std::string& engine) {
  const Measurements& a = model.measured;
  const Measurements& b = other.measured;
  fmt::print("{}: {:g} of the channel-load bound, {} cycles\n  {:<34} {:>10} {:>10}   {}\n",
             stage.name, stage.load, model.cycles, "", "model", engine, "paper");
  print_row("latency from queueing, cycles", a.latency.mean, b.latency.mean, "-");
  print_row("latency in the network, cycles", a.network_latency.mean, b.network_latency.mean, "-");
  print_row("accepted, flits/processor/cycle", a.accepted_flits, b.accepted_flits, "-");
  print_row("traffic, % of channel cycles", 100 * a.utilisation, 100 * b.utilisation,
            stage.paper_traffic);
}

/// Writes waves of the last stage's last cycles, when the network is full.
WaveWindow last_cycles(const std::string& path, Cycle cycles) {
  constexpr Cycle kShown = 200;
  return {path, cycles - std::min(cycles, kShown), kNever};
}

int run_demo(const Program& program, const DemoOptions& options) {
  if (options.run.engine != "model") try_plain_output(options.waves);
  for (const Stage& stage : kStages) {
    Point point = options.run.point(stage.load);
    point.options.load.unit = LoadUnit::kNormalized;
    Point model = point;
    model.engine = Engine::kModel;
    if (point.engine != Engine::kModel) {
      // Every stage uses the same library, the one that can write waves.
      point.options.waves = last_cycles(options.waves, point.options.cycles);
    }
    const SimulationResult reference = simulate(program, model);
    const SimulationResult result = simulate(program, point);
    if (reference.interrupted || result.interrupted) throw Interrupted("interrupted");
    print_stage(stage, reference, result, name_of(point.engine));
    if (to_json(model, reference)["latency"] != to_json(model, result)["latency"] ||
        reference.delivered_messages != result.delivered_messages)
      throw CheckFailed("demo: hardware and model differ");
    if (is_lockstep(point.engine))
      fmt::print("  {} and model were equal in every one of {} cycles\n", name_of(point.engine),
                 result.cycles);
  }
  if (options.run.engine != "model")
    fmt::print("waves of the last cycles: {}; to open them: {}\n", options.waves,
               view_command(program, options.run.point(0).config.family(), options.waves));
  return 0;
}

}  // namespace

void add_demo(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<DemoOptions>();
  options->run.cycles = "50000";
  options->run.engine = "both";
  options->run.build = "network";  // for both loads
  CLI::App* command = app.add_subcommand(
      "demo", "Run the verilated mesh16x16 in lockstep with its model and compare with the paper");
  options->run.add_to(*command);
  options->run.config = "mesh16x16";
  command->get_option("config")->required(false);
  command->add_option("--waves", options->waves, "File for the waves")->capture_default_str();
  command->footer("Example: wayfarer demo --cycles 100000");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_demo(program, *options); };
  });
}

}  // namespace wayfarer
