// wayfarer energy: the energy of a network's events, from the toggles of its netlist.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/progress.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "family/registry.hpp"
#include "runs/energy_fit.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

/// Energies are offered if they give the toggles of unseen traffic within this share.
constexpr double kLargestError = 0.1;
constexpr Cycle kWarmup = 500;

/// What runs tell apart: a flit that enters a router also leaves it.
const std::vector<EnergyEvent> kMeasured = {kIdle,        kRouter,       kLink,
                                            kArbitration, kDriverChange, kChannelStart};

/// Traffic, and the shares of the channel-load bound at which it runs.
struct TrafficSet {
  std::vector<const char*> patterns;  ///< Null: the network's own.
  std::vector<double> loads;
  std::vector<double> lengths;  ///< As shares of the configuration's messages.
  std::uint64_t seed;
};

const TrafficSet kTraining = {{nullptr, "neighbour"}, {0.05, 0.2, 0.4, 0.7}, {1, 0.5}, 1};
const TrafficSet kTest = {
    {nullptr, "transpose", "tornado", "bit-complement", "hotspot:0:30", "client-server:requests"},
    {0.1, 0.5, 0.8},
    {0.75},
    2};

struct EnergyCommandOptions {
  RunArguments run;  ///< Configuration, changed keys, cycles and build.
  std::string threads;
  std::string output;
};

/// Whether the network can have this traffic; some patterns need special sizes.
bool possible(const Point& point) {
  try {
    (void)workload_of(point.config, point.options);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

/// The lengths of messages, none given twice: a network may have messages of one length only.
std::vector<LengthsSpec> lengths_of(const Point& base, const TrafficSet& set) {
  const std::uint16_t whole = lengths_of(base.config, base.options.traffic).bytes.front();
  std::vector<LengthsSpec> lengths;
  for (const double share : set.lengths) {
    const auto bytes = static_cast<std::uint16_t>(share * whole);
    if (lengths.empty() || lengths.back().bytes.front() != bytes) lengths.push_back({{bytes}});
  }
  return lengths;
}

std::vector<Point> points_of(const Point& base, const TrafficSet& set) {
  std::vector<Point> points;
  for (const char* pattern : set.patterns)
    for (const LengthsSpec& lengths : lengths_of(base, set))
      for (const double load : set.loads) {
        Point point = base;
        TrafficSpec& traffic = point.options.traffic;
        traffic.pattern =
            pattern == nullptr ? default_pattern(base.config) : parse_pattern(pattern);
        if (lengths.bytes.front() != 0) traffic.lengths = lengths;
        point.options.load = {load, LoadUnit::kNormalized};
        point.options.seed = set.seed;
        if (possible(point)) points.push_back(std::move(point));
      }
  return points;
}

/// A run of the netlist.
struct Measured {
  Point point;
  bool test = false;
  EnergySample sample;
  double error = 0;
};

EnergySample sample_of(const Point& point, const SimulationResult& result) {
  if (!result.toggles) throw UsageError("energy: this engine counts no toggles; legal: netlist");
  return {energy_events(point.config, result), static_cast<double>(*result.toggles)};
}

std::vector<Measured> measure(const Program& program, const Point& base, unsigned threads) {
  std::vector<Point> points = points_of(base, kTraining);
  const std::size_t training = points.size();
  for (Point& point : points_of(base, kTest)) points.push_back(std::move(point));
  if (training == 0 || training == points.size())
    throw UsageError(
        fmt::format("energy: {} cannot have the traffic of the measurement", base.config.name));
  // Once, before several threads want it.
  EngineOptions options = engine_options(points.front());
  (void)program.engines.build(base.config, Engine::kNetlist, options);
  const PointResults results = run_points(program.engines, points, threads, make_progress());
  end_progress();
  if (!complete(results)) throw Interrupted("interrupted: nothing was measured");
  std::vector<Measured> all;
  for (std::size_t i = 0; i < points.size(); ++i)
    all.push_back({points[i], i >= training, sample_of(points[i], *results[i])});
  return all;
}

ByEnergyEvent fit(std::vector<Measured>& runs) {
  std::vector<EnergySample> samples;
  for (const Measured& run : runs)
    if (!run.test) samples.push_back(run.sample);
  const ByEnergyEvent each = fit_energy(samples, kMeasured);
  for (Measured& run : runs) run.error = relative_error(each, run.sample);
  return each;
}

double largest_error(const std::vector<Measured>& runs, bool test) {
  double most = 0;
  for (const Measured& run : runs)
    if (run.test == test) most = std::max(most, std::abs(run.error));
  return most;
}

std::string errors_text(const std::vector<Measured>& runs) {
  return fmt::format("largest error: {:.1f} % of the runs of the regression, {:.1f} % of others",
                     100 * largest_error(runs, false), 100 * largest_error(runs, true));
}

std::string text_of(const Point& base, const std::vector<Measured>& runs,
                    const ByEnergyEvent& each) {
  std::string text = fmt::format("{}: toggles per event\n", base.config.name);
  for (const EnergyEvent event : kMeasured)
    text += fmt::format("  {:<13} {:9.2f}\n", energy_event_names()[event], each[event]);
  text += fmt::format("{:<8}  {:<22} {:>5} {:>6}  {:>12} {:>8}\n", "runs", "pattern", "load",
                      "bytes", "toggles", "error");
  for (const Measured& run : runs)
    text += fmt::format("{:<8}  {:<22} {:>5} {:>6}  {:>12.0f} {:>7.1f}%\n",
                        run.test ? "others" : "fitted",
                        to_string(*run.point.options.traffic.pattern), run.point.options.load.value,
                        lengths_of(run.point.config, run.point.options.traffic).bytes.front(),
                        run.sample.toggles, 100 * run.error);
  return text + errors_text(runs) + "\n";
}

int run_energy(const Program& program, const EnergyCommandOptions& options) {
  Point base = options.run.point();
  base.engine = Engine::kNetlist;
  // A tile is synthesized in less time than a network.
  if (base.build == BuildKind::kAuto && program.engines.has_tiles(base.config))
    base.build = BuildKind::kTiles;
  base.options.energy = true;
  base.options.warmup = kWarmup;
  if (!options.output.empty()) try_output(options.output);
  std::vector<Measured> runs = measure(program, base, parse_threads(options.threads));
  const ByEnergyEvent each = fit(runs);
  fmt::print("{}", text_of(base, runs, each));
  const double error = largest_error(runs, true);
  if (error > kLargestError)
    throw CheckFailed(fmt::format(
        "the energies miss the toggles of other traffic by {:.1f} %: none are offered{}; legal: at "
        "most {:.0f} %, perhaps with more --cycles",
        100 * error, options.output.empty() ? "" : ", and no file is written",
        100 * kLargestError));
  if (options.output.empty()) return 0;
  EnergyModel model{"toggles", each, base.config, options.output};
  write_output(options.output,
               to_toml(model, fmt::format("Toggles of the outputs of ECP5 cells, by 'wayfarer "
                                          "energy' with runs of {} cycles;\n{}.",
                                          options.run.cycles, errors_text(runs))));
  return 0;
}

}  // namespace

void add_energy(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<EnergyCommandOptions>();
  options->run.cycles = "3000";
  CLI::App* command = app.add_subcommand(
      "energy", "Measure the energy of a network's events, by the toggles of its netlist");
  command->add_option("config", options->run.config, "Configuration: a shipped name or a TOML file")
      ->required();
  add_changes(*command, options->run.changes);
  command
      ->add_option("--cycles", options->run.cycles,
                   fmt::format("Cycles of each run, of which {} are warm-up", kWarmup))
      ->capture_default_str();
  command
      ->add_option("--build", options->run.build,
                   "Part that is synthesized: network, tiles (one node), or auto: tiles where a "
                   "network has them")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Number of concurrent runs [one per core]");
  command->add_option("--output", options->output, "Write the energies as TOML, for --energy");
  command->footer(
      "Example: wayfarer energy mesh4x4 --output mesh4x4-energy.toml\n"
      "Exit status 1 if the energies miss the toggles of traffic that they are not fitted to by more "
      "than 10 %;\nthen no file is written.");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_energy(program, *options); };
  });
}

}  // namespace wayfarer
