// wayfarer sweep: many runs over networks, loads, patterns, seeds and configuration keys.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/plot_options.hpp"
#include "cli/progress.hpp"
#include "cli/result_files.hpp"
#include "cli/variants.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "report/run_pictures.hpp"
#include "runs/no_traffic.hpp"
#include "runs/report.hpp"
#include "runs/saturation_search.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

struct SweepOptions {
  VariantArguments networks;
  std::string loads;
  bool saturation = false;
  std::string criterion = "growth";
  std::string threads;
  std::string output;
  std::string part;
  PlotOptions plot;
  ResultFiles files;
};

constexpr const char* kDefaultLoads = "0.1:1.0:0.1";

/// The points of the command line; seeds vary fastest, then loads.
struct Axes {
  explicit Axes(const SweepOptions& options)
      : loads(loads_of(options)),
        seeds(parse_seeds(options.networks.run.seed)),
        patterns(parse_patterns(options.networks.run.pattern)) {
    check_size(options);
    variants = options.networks.variants(loads.front());
  }

  /// A single load where the traffic has none.
  static std::vector<double> loads_of(const SweepOptions& options) {
    if (has_load(options.networks.first().point(kDefaultLoad).options))
      return parse_loads(options.loads.empty() ? kDefaultLoads : options.loads);
    if (!options.loads.empty()) throw UsageError(options.networks.run.no_load_text());
    return {0};
  }

  /// Checks the number of runs before the points are allocated.
  void check_size(const SweepOptions& options) const {
    double points = static_cast<double>(loads.size()) * static_cast<double>(seeds.size()) *
                    static_cast<double>(patterns.size()) * options.networks.count();
    if (points > kMaxPoints)
      throw UsageError(
          fmt::format("{:.0f} runs ({} loads, {} seeds, {} patterns and all "
                      "combinations of the keys' values); legal: at most {}",
                      points, loads.size(), seeds.size(), patterns.size(), kMaxPoints));
  }

  std::vector<double> loads;
  std::vector<std::uint64_t> seeds;
  std::vector<std::optional<PatternSpec>> patterns;
  std::vector<Variant> variants;
};

std::vector<Point> points_of(const Axes& axes) {
  std::vector<Point> points;
  for (const Variant& variant : axes.variants)
    for (const std::optional<PatternSpec>& pattern : axes.patterns)
      for (const double load : axes.loads)
        for (const std::uint64_t seed : axes.seeds)
          points.push_back(variant.at(pattern, load, seed));
  return points;
}

std::vector<LoadLadder> ladders_of(const Axes& axes) {
  std::vector<LoadLadder> ladders;
  for (const Variant& variant : axes.variants)
    for (const std::optional<PatternSpec>& pattern : axes.patterns)
      for (const std::uint64_t seed : axes.seeds) {
        ladders.emplace_back();
        for (const double load : axes.loads)
          ladders.back().push_back(variant.at(pattern, load, seed));
      }
  return ladders;
}

/// Checks every point before hours are spent on the first ones.
void check_points(const std::vector<Point>& points, bool saturation) {
  for (const Point& point : points) {
    const Workload workload = workload_of(point.config, point.options);
    if (saturation && !has_load(point.options))
      throw UsageError(fmt::format(
          "--saturation needs traffic with a load, without --window and --collective and "
          "not of process {}; legal: for example bernoulli",
          to_string(point.options.traffic.process)));
    const std::string why =
        why_no_message(workload, point.config.terminals(), point.options.cycles);
    if (!why.empty()) throw NoTraffic(fmt::format("{} ({})", why, point.command));
  }
}

void check_increasing(const SweepOptions& options, const std::vector<double>& loads) {
  if (std::adjacent_find(loads.begin(), loads.end(), std::greater_equal<>()) != loads.end())
    throw UsageError(
        fmt::format("--saturation with --load {}; legal: increasing loads, such as "
                    "0.1:1.5:0.01",
                    options.loads));
}

/// The selected share of the work.
template <typename Work>
std::vector<Work> share(const std::vector<Work>& work, const std::vector<Point>& representatives,
                        Part part) {
  if (part.of == 1) return work;
  std::vector<Work> result;
  for (const std::size_t i : share_of(representatives, part)) result.push_back(work[i]);
  return result;
}

/// Reports on standard error how many runs were found and how many computed.
void tell_tally(const SweepOptions& options, const PointRunner& runner, bool complete) {
  if (options.output.empty()) return;
  fmt::print(stderr, "{}{}: {} runs found, {} computed{}\n", options.output,
             options.part.empty() ? "" : fmt::format(", part {}", options.part), runner.found(),
             runner.computed(), complete ? "" : "; the same command resumes here");
}

/// The commands of the runs or searches in a result file; empty for any other file.
std::vector<Json> commands_in(const Json& results) {
  std::vector<Json> commands;
  for (const char* list : {"points", "searches"})
    if (results.is_object() && results.contains(list))
      for (const Json& entry : results[list]) commands.push_back(entry.value("command", Json()));
  return commands;
}

/// Moves results of another sweep in the folder to another name.
void keep_other_results(const std::string& name, const Json& json) {
  std::error_code error;
  if (!fs::exists(name + ".json", error)) return;
  const std::string text = read_stored(name + ".json", "results of a sweep, or nothing");
  if (commands_in(Json::parse(text, nullptr, false)) == commands_in(json)) return;
  const std::string other = fmt::format("{}-{:016x}", name, hash(text));
  for (const char* ending : {".json", ".csv"}) fs::rename(name + ending, other + ending, error);
  fmt::print(stderr,
             "{0}.json and {0}.csv belong to another sweep; renamed to {1}.json and {1}.csv\n",
             name, fs::path(other).filename().string());
}

void write_results(const std::string& name, const Json& json, const std::string& csv) {
  keep_other_results(name, json);
  write_output(name + ".json", json.dump(2) + "\n");
  write_output(name + ".csv", csv);
}

/// A share prints and writes no tables: its runs are in the folder, for the run that collects them.
template <typename Work, typename Results>
int report(const SweepOptions& options, const PointRunner& runner, const std::vector<Work>& work,
           const Results& results) {
  const Json json = to_json(work, results);
  const bool complete = json["complete"];
  tell_tally(options, runner, complete);
  if (!options.part.empty()) return complete ? 0 : 1;
  const std::string csv = to_csv(work, results);
  options.files.print(to_table(work, results));
  options.files.write(json, csv);
  if (!options.output.empty() && complete)
    write_results(options.output + (options.saturation ? "/saturation" : "/results"), json, csv);
  return complete ? 0 : 1;
}

/// Whether the latency decides what is saturated, not the growth of queues.
bool by_latency(const SweepOptions& options) {
  if (options.criterion == "latency") return true;
  if (options.criterion == "growth") return false;
  throw UsageError(fmt::format("--criterion '{}'; {}legal: growth, latency", options.criterion,
                               did_you_mean(options.criterion, {"growth", "latency"})));
}

int run_sweep(const Program& program, const SweepOptions& options) {
  static_cast<void>(by_latency(options));
  const Part part = options.part.empty() ? Part{} : parse_part(options.part);
  const unsigned threads = parse_threads(options.threads);
  const Axes axes(options);
  const std::vector<Point> points = points_of(axes);
  if (options.saturation) check_increasing(options, axes.loads);
  check_points(points, options.saturation);
  std::optional<PointStore> store;
  if (!options.output.empty()) store.emplace(options.output);
  if (store && store->removed() != 0)
    fmt::print(stderr, "{}: removed {} unfinished files of killed processes\n", options.output,
               store->removed());
  options.files.check();
  options.plot.check();
  PointRunner runner(program.engines, threads, std::move(store));
  if (!options.saturation) {
    const std::vector<Point> work = share(points, points, part);
    const PointResults results = runner.run(work, make_progress());
    end_progress();
    options.plot.draw(sweep_picture(options.plot.style(), work, results));
    return report(options, runner, work, results);
  }
  const std::vector<LoadLadder> ladders = ladders_of(axes);
  std::vector<Point> first;
  for (const LoadLadder& ladder : ladders) first.push_back(ladder.front());
  const std::vector<LoadLadder> work = share(ladders, first, part);
  std::vector<double> limits;
  if (by_latency(options)) {
    limits = latency_limits(runner, work, make_progress());
    end_progress();
    if (limits.empty()) throw Interrupted("interrupted before the searches began");
  }
  const auto found = find_saturation_points(runner, work, make_progress(), limits);
  end_progress();
  return report(options, runner, work, found);
}

}  // namespace

void add_sweep(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command = app.add_subcommand(
      "sweep", "Run over networks, loads, patterns, seeds and keys, on all cores");
  options->networks.add_to(*command);
  command->add_option("--load", options->loads,
                      fmt::format("Loads: 0.1,0.2 or first:last:step [{}]", kDefaultLoads));
  CLI::Option* plot = options->plot.add_to(
      *command,
      "latency and accepted load over offered load, one curve per setting, saturation marked");
  command->add_flag(
      "--saturation", options->saturation,
      "Find the first load that saturates by bisection, instead of running all loads");
  command
      ->add_option("--criterion", options->criterion,
                   "What saturates: growth (of queues and network, by the verdict) or latency "
                   "(more than three times that of 1 % of the channel-load bound)")
      ->capture_default_str()
      ->needs(command->get_option("--saturation"));
  CLI::Option* output = command->add_option(
      "--output", options->output,
      "Folder in which finished runs are kept and reused; results.csv and results.json (saturation.csv, saturation.json) are written to it when all runs are done");
  command->add_option("--threads", options->threads, "Number of concurrent runs [one per core]");
  options->files.add_to(*command, "the results");
  command
      ->add_option(
          "--part", options->part,
          "Do only one share of the work and keep its runs in the folder: 2/5 is the second of five")
      ->needs(output)
      ->excludes(command->get_option("--json"), command->get_option("--csv"), plot);
  plot->excludes(command->get_option("--saturation"));
  command->footer(
      "Example: wayfarer sweep mesh16x16 --unit normalized --load 0.2:1.2:0.2"
      " --set router.buffers=1,2,4 --csv curve.csv\n"
      "         wayfarer sweep mesh4x4 torus4x4-adaptive --unit bytes --load 0.5:4:0.5"
      " --plot curves\n"
      "         wayfarer sweep mesh16x16 --unit normalized --load 0.5:1.5:0.01"
      " --saturation --output knees\n"
      "Ctrl-C keeps finished points and marks the files as partial. With --output,\n"
      "the same command continues later, however it ended.");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_sweep(program, *options); };
  });
}

}  // namespace wayfarer
