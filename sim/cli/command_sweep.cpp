// wayfarer sweep: many runs over loads, patterns, seeds and configuration keys.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "runs/report.hpp"
#include "runs/saturation_search.hpp"

namespace wayfarer {
namespace {

struct Options {
  RunArguments run;
  std::string loads = "0.1:1.0:0.1";
  std::vector<std::string> settings;
  bool saturation = false;
  unsigned threads = 0;
  std::string output;
  std::string part;
  std::string json;
  std::string csv;
};

/// A network of the sweep: a point of it and what was set to get there.
struct Variant {
  Point point;
  std::vector<std::string> settings;
};

/// The network with every combination of the keys' values; labels name what was set.
std::vector<Variant> vary_keys(const Point& base, const std::vector<std::string>& settings) {
  std::vector<Variant> variants = {{base, {}}};
  for (const std::string& setting : settings) {
    const auto [key, values] = parse_setting(setting);
    std::vector<Variant> next;
    for (const Variant& variant : variants) {
      for (const std::string& value : values) {
        next.push_back(variant);
        set_key(next.back().point.config, key, value);
        next.back().settings.push_back(fmt::format("{}={}", key, value));
        next.back().point.label = join(next.back().settings, " ");
      }
    }
    variants = std::move(next);
  }
  return variants;
}

Point make_point(const Options& options, const Variant& variant, const std::string& pattern,
                 double load, std::uint64_t seed) {
  Point point = variant.point;
  point.options.traffic.pattern = pattern.empty() ? default_pattern(point.config) : pattern;
  point.options.traffic.seed = seed;
  point.options.load = load;
  point.command = options.run.command(point, variant.settings);
  return point;
}

/// What the command line asks for; `loads` innermost but for the seeds.
struct Axes {
  explicit Axes(const Options& options)
      : loads(parse_loads(options.loads)),
        seeds(parse_seeds(options.run.seed)),
        patterns(split(options.run.pattern, ',')),
        variants(vary_keys(options.run.point(loads.front()), options.settings)) {}

  std::vector<double> loads;
  std::vector<std::uint64_t> seeds;
  std::vector<std::string> patterns;
  std::vector<Variant> variants;
};

std::vector<Point> points_of(const Options& options, const Axes& axes) {
  std::vector<Point> points;
  for (const Variant& variant : axes.variants)
    for (const std::string& pattern : axes.patterns)
      for (const double load : axes.loads)
        for (const std::uint64_t seed : axes.seeds)
          points.push_back(make_point(options, variant, pattern, load, seed));
  return points;
}

std::vector<LoadLadder> ladders_of(const Options& options, const Axes& axes) {
  std::vector<LoadLadder> ladders;
  for (const Variant& variant : axes.variants)
    for (const std::string& pattern : axes.patterns)
      for (const std::uint64_t seed : axes.seeds) {
        ladders.emplace_back();
        for (const double load : axes.loads)
          ladders.back().push_back(make_point(options, variant, pattern, load, seed));
      }
  return ladders;
}

/// Refuses what any point would refuse, before hours are spent on the others.
void check_points(const std::vector<Point>& points, bool saturation) {
  for (const Point& point : points) {
    const Workload workload = make_workload(point.config, point.options.traffic,
                                            message_rate(point.config, point.options));
    if (saturation && workload.process->finite())
      throw UsageError(fmt::format("--saturation with --process {}, which ends; legal: a process "
                                   "that goes on, such as bernoulli",
                                   point.options.traffic.process));
  }
}

void check_increasing(const Options& options, const std::vector<double>& loads) {
  if (std::adjacent_find(loads.begin(), loads.end(), std::greater_equal<>()) != loads.end())
    throw UsageError(fmt::format("--saturation with --load {}; legal: increasing loads, such as "
                                 "0.1:1.5:0.01", options.loads));
}

/// A share of the work; the whole is left as it is.
template <typename Work>
std::vector<Work> share(const std::vector<Work>& work, const std::vector<Point>& representatives,
                        Part part) {
  if (part.of == 1) return work;
  std::vector<Work> result;
  for (const std::size_t i : share_of(representatives, part)) result.push_back(work[i]);
  return result;
}

/// Says, on standard error, what was there and what was done.
void tell_tally(const Options& options, const PointRunner& runner, bool complete) {
  if (options.output.empty()) return;
  fmt::print(stderr, "{}{}: {} runs found, {} computed{}\n", options.output,
             options.part.empty() ? "" : fmt::format(", part {}", options.part), runner.found(),
             runner.computed(), complete ? "" : "; the same command goes on from here");
}

/// A share prints and writes nothing: its runs are in the folder, for the one who collects.
template <typename Work, typename Results>
int report(const Options& options, const PointRunner& runner, const std::vector<Work>& work,
           const Results& results) {
  const Json json = to_json(work, results);
  const bool complete = json["complete"];
  tell_tally(options, runner, complete);
  if (!options.part.empty()) return complete ? 0 : 1;
  const bool quiet = options.json == "-" || options.csv == "-";
  fmt::print(quiet ? stderr : stdout, "{}", to_table(work, results));
  if (!options.json.empty()) write_output(options.json, json.dump(2) + "\n");
  if (!options.csv.empty()) write_output(options.csv, to_csv(work, results));
  if (!options.output.empty() && complete) {
    const std::string name = options.output + (options.saturation ? "/saturation" : "/results");
    write_output(name + ".json", json.dump(2) + "\n");
    write_output(name + ".csv", to_csv(work, results));
  }
  return complete ? 0 : 1;
}

int run(const Program& program, const Options& options) {
  const Part part = options.part.empty() ? Part{} : parse_part(options.part);
  const Axes axes(options);
  const std::vector<Point> points = points_of(options, axes);
  if (options.saturation) check_increasing(options, axes.loads);
  check_points(points, options.saturation);
  std::optional<PointStore> store;
  if (!options.output.empty()) store.emplace(options.output);
  PointRunner runner(program.engines, options.threads, std::move(store));
  if (!options.saturation) {
    const std::vector<Point> work = share(points, points, part);
    const PointResults results = runner.run(work, make_progress());
    end_progress();
    return report(options, runner, work, results);
  }
  const std::vector<LoadLadder> ladders = ladders_of(options, axes);
  std::vector<Point> first;
  for (const LoadLadder& ladder : ladders) first.push_back(ladder.front());
  const std::vector<LoadLadder> work = share(ladders, first, part);
  const auto found = find_saturation_points(runner, work, make_progress());
  end_progress();
  return report(options, runner, work, found);
}

}  // namespace

void add_sweep(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("sweep", "Run over loads, patterns, seeds and keys, on all cores");
  options->run.many_seeds = true;
  options->run.add_to(*command);
  command->get_option("--pattern")->description("Patterns, separated by commas");
  command->get_option("--seed")->description("Seeds: 1,2,3 or 1:10");
  command->add_option("--load", options->loads, "Loads: 0.1,0.2 or first:last:step")
      ->capture_default_str();
  command->add_option("--set", options->settings,
                      "Vary a key: router.buffers=1,2,4 or topology.extents=8x8,16x16 (repeatable: "
                      "all combinations)");
  command->add_flag("--saturation", options->saturation,
                    "Find the first of the loads that saturates, by bisection, in place of running "
                    "all of them");
  CLI::Option* output = command->add_option(
      "--output", options->output,
      "Keep each finished run in this folder, take from it what is there, and write results.csv "
      "and results.json (saturation.csv, saturation.json) into it when all are done");
  command->add_option("--threads", options->threads, "Runs at a time [one for each core]");
  CLI::Option* json = command->add_option(
      "--json", options->json, "Write the results as JSON ('-': standard output)");
  CLI::Option* csv = command->add_option("--csv", options->csv,
                                         "Write the results as CSV ('-': standard output)");
  command->add_option("--part", options->part,
                      "Do only a share of the work, and only into the folder: 2/5 is the second of "
                      "five")
      ->needs(output)
      ->excludes(json, csv);
  command->footer("Example: wayfarer sweep mesh16x16 --unit normalized --load 0.2:1.2:0.2"
                  " --set router.buffers=1,2,4 --csv curve.csv\n"
                  "         wayfarer sweep mesh16x16 --unit normalized --load 0.5:1.5:0.01"
                  " --saturation --output knees\n"
                  "Ctrl-C keeps the points that are finished and marks the files as partial. With\n"
                  "--output the same command goes on later, however it ended.");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run(program, *options); };
  });
}

}  // namespace wayfarer
