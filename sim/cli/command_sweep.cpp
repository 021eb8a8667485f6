// wayfarer sweep: many runs over loads, patterns, seeds and configuration keys.
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "core/config_keys.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "experiments/report.hpp"

namespace wayfarer {
namespace {

struct Options {
  RunArguments run;
  std::string loads = "0.1:1.0:0.1";
  std::vector<std::string> settings;
  unsigned threads = 0;
  std::string json;
  std::string csv;
};

/// The configuration with every combination of the keys' values; labels name what was set.
std::vector<Point> vary_keys(const Point& base, const std::vector<std::string>& settings) {
  std::vector<Point> points = {base};
  for (const std::string& setting : settings) {
    const auto [key, values] = parse_setting(setting);
    std::vector<Point> next;
    for (const Point& point : points) {
      for (const std::string& value : values) {
        next.push_back(point);
        set_key(next.back().config, key, value);
        const std::string label = fmt::format("{}={}", key, value);
        next.back().label = point.label == base.label ? label : point.label + " " + label;
      }
    }
    points = std::move(next);
  }
  return points;
}

std::vector<Point> points_of(const Options& options) {
  const std::vector<double> loads = parse_loads(options.loads);
  const std::vector<std::uint64_t> seeds = parse_seeds(options.run.seed);
  std::vector<Point> points;
  for (const Point& network : vary_keys(options.run.point(loads.front()), options.settings))
    for (const std::string& pattern : split(options.run.pattern, ','))
      for (const double load : loads)
        for (const std::uint64_t seed : seeds) {
          points.push_back(network);
          points.back().options.traffic.pattern = pattern;
          points.back().options.traffic.seed = seed;
          points.back().options.load = load;
        }
  return points;
}

/// Refuses what any point would refuse, before hours are spent on the others.
void check_points(const std::vector<Point>& points) {
  for (const Point& point : points)
    static_cast<void>(make_workload(point.config, point.options.traffic,
                                    message_rate(point.config, point.options)));
}

int run(const Program& program, const Options& options) {
  const std::vector<Point> points = points_of(options);
  check_points(points);
  if (points.front().engine != Engine::kModel)
    for (const Point& point : points) static_cast<void>(program.engines.build(point.config));
  const PointResults results = run_points(program.engines, points, options.threads, make_progress());
  end_progress();
  const bool quiet = options.json == "-" || options.csv == "-";
  fmt::print(quiet ? stderr : stdout, "{}", to_table(points, results));
  if (!options.json.empty()) write_output(options.json, to_json(points, results).dump(2) + "\n");
  if (!options.csv.empty()) write_output(options.csv, to_csv(points, results));
  return complete(results) ? 0 : 1;
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
  command->add_option("--threads", options->threads, "Runs at a time [one for each core]");
  command->add_option("--json", options->json, "Write the results as JSON ('-': standard output)");
  command->add_option("--csv", options->csv, "Write the results as CSV ('-': standard output)");
  command->footer("Example: wayfarer sweep mesh16x16 --unit normalized --load 0.2:1.2:0.2"
                  " --set router.buffers=1,2,4 --csv curve.csv\n"
                  "Ctrl-C keeps the points that are finished and marks the files as partial.");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run(program, *options); };
  });
}

}  // namespace wayfarer
