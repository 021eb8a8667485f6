// wayfarer reproduce: a paper's table or figure beside our values.
#include <memory>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "core/files.hpp"
#include "experiments/reproduction.hpp"

namespace wayfarer {
namespace {

struct Options {
  std::string id;
  ReproductionOptions run;
  std::string json;
  std::string csv;
};

int run(const Program& program, Options& options) {
  const Experiment& experiment = find_experiment(options.id);
  options.run.progress = make_progress();
  const Reproduction result = experiment.run(program.engines, options.run);
  end_progress();
  const bool quiet = options.json == "-" || options.csv == "-";
  fmt::print(quiet ? stderr : stdout, "{}", to_table(result));
  if (!options.json.empty()) write_output(options.json, to_json(result).dump(2) + "\n");
  if (!options.csv.empty()) write_output(options.csv, to_csv(result));
  return result.count("differs") == 0 ? 0 : 1;
}

}  // namespace

void add_reproduce(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "reproduce", "Measure a paper's table or figure; exit status 1 where a value differs");
  command->add_option("id", options->id, "The experiment (see 'list experiments')")->required();
  command->add_option("--cycles", options->run.cycles, "Cycles of each run [the paper's]");
  command->add_option("--runs", options->run.runs,
                      "Seeds of each value of romm-* [8] and fs-* [3]");
  command->add_option("--only", options->run.only, "Cells of fs-* and iba-multicast whose name contains this [all]");
  command->add_option("--seed", options->run.seed, "Seed of all runs, or the first one")
      ->capture_default_str();
  command->add_option("--threads", options->run.threads, "Runs at a time [one for each core]");
  command->add_option("--json", options->json, "Write rows and runs as JSON ('-': standard output)");
  command->add_option("--csv", options->csv, "Write the rows as CSV ('-': standard output)");
  command->add_option("--plot", options->run.plot_folder, "Folder for the plot (SVG and gnuplot)");
  command->footer("Example: wayfarer reproduce mway-fig8 --json fig8.json --plot plots");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run(program, *options); };
  });
}

}  // namespace wayfarer
