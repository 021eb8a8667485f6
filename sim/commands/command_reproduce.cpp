// wayfarer reproduce: the papers' tables and figures beside our values.
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/progress.hpp"
#include "cli/result_files.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "papers/registry.hpp"
#include "report/pages.hpp"
#include "report/reproduction_files.hpp"

namespace wayfarer {
namespace {

constexpr const char* kAll = "all";

struct ReproduceOptions {
  std::string id;
  bool list = false;
  std::string cycles;
  std::string runs;
  std::string only;
  std::string seed = "1";
  std::string threads;
  ReproductionOptions run;  ///< The same options, parsed.
  std::string output;
  ResultFiles files;
  std::string plots;
};

void parse(ReproduceOptions& options) {
  constexpr std::uint64_t kMost = 1'000'000'000'000;
  constexpr std::uint64_t kMostRuns = 1'000'000;
  ReproductionOptions& run = options.run;
  if (!options.cycles.empty()) run.cycles = parse_unsigned(options.cycles, "--cycles", 1, kMost);
  if (!options.runs.empty())
    run.runs = static_cast<unsigned>(parse_unsigned(options.runs, "--runs", 1, kMostRuns));
  run.only = options.only;
  run.seed = parse_unsigned(options.seed, "--seed", 0, ~std::uint64_t{0} >> 1);
  run.threads = parse_threads(options.threads);
}

int list_experiments() {
  for (const Experiment& experiment : experiments())
    fmt::print("{:<18}  {}\n", experiment.id, listed_description(experiment));
  return 0;
}

void refuse_mixtures(const ReproduceOptions& options) {
  if (options.id.empty())
    throw UsageError("no experiment given; legal: an id of 'reproduce --list', or all");
  if (options.id != kAll) return;
  if (options.output.empty()) throw UsageError("all needs --output; legal: --output FOLDER");
  if (!options.files.empty() || !options.only.empty())
    throw UsageError(
        "all is written to --output; legal only with a single experiment: --json, --csv, --only");
}

Reproduction compute(const Program& program, const Experiment& experiment,
                     ReproduceOptions& options) {
  options.run.progress = make_progress();
  Reproduction result = reproduce(experiment, program.engines, options.run);
  end_progress();
  return result;
}

/// The content of the reproduction's JSON file, made if missing.
Json provide(const Program& program, const Experiment& experiment, ReproduceOptions& options) {
  if (std::optional<Json> found = find_reproduction(options.output, experiment.id, options.run)) {
    fmt::print("{}: there already\n", experiment.id);
    return *std::move(found);
  }
  const Reproduction result = compute(program, experiment, options);
  fmt::print("{}", to_table(result));
  return write_reproduction(options.output, result);
}

int status_of(const CellCounts& counts) { return counts.unexplained == 0 ? 0 : 1; }

int run_all_experiments(const Program& program, ReproduceOptions& options) {
  std::vector<Json> reproductions;
  try {
    for (const Experiment& experiment : experiments())
      reproductions.push_back(provide(program, experiment, options));
  } catch (const Interrupted&) {
    end_progress();
    write_index(options.output, reproductions, false);
    throw Interrupted(fmt::format("interrupted: {}/index.html has the experiments before it: {}",
                                  options.output, reproductions.size()));
  }
  write_index(options.output, reproductions, true);
  const CellCounts counts = count_cells(reproductions);
  fmt::print("{} cells: {} within tolerance, {} known misses, {} unexplained; {}/index.html\n",
             counts.cells, counts.within, counts.misses() - counts.unexplained, counts.unexplained,
             options.output);
  return status_of(counts);
}

int run_into_streams(const Program& program, const Experiment& experiment,
                     ReproduceOptions& options) {
  const Reproduction result = compute(program, experiment, options);
  options.files.print(to_table(result));
  options.files.write(to_json(result), to_csv(result));
  if (!options.plots.empty())
    for (const Picture& picture : result.pictures) draw(options.plots, picture);
  if (!options.output.empty()) static_cast<void>(write_reproduction(options.output, result));
  return result.unexplained.empty() ? 0 : 1;
}

void refuse_only(const ReproduceOptions& options, const Experiment& experiment) {
  if (options.only.empty() || experiment.selectable) return;
  throw UsageError(fmt::format(
      "--only has no effect on {}, whose cells are not measured one by one; legal: without --only",
      experiment.id));
}

/// Checks the options before the work begins.
void try_outputs(const ReproduceOptions& options) {
  options.files.check();
  for (const std::string& folder : {options.output, options.plots})
    if (!folder.empty()) prepare_folder(folder);
}

int run_reproduce(const Program& program, ReproduceOptions& options) {
  if (options.list) return list_experiments();
  refuse_mixtures(options);
  parse(options);
  if (options.id != kAll) refuse_only(options, find_experiment(options.id));
  try_outputs(options);
  if (options.id == kAll) return run_all_experiments(program, options);
  const Experiment& experiment = find_experiment(options.id);
  const bool streams = !options.files.empty() || !options.plots.empty();
  if (options.output.empty() || streams) return run_into_streams(program, experiment, options);
  return status_of(count_cells({provide(program, experiment, options)}));
}

}  // namespace

void add_reproduce(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command = app.add_subcommand(
      "reproduce",
      "Measure the papers' tables and figures; exit status 1 if a value differs for no known reason");
  command->add_option("id", options->id, "The experiment, or all of them: 'all'");
  command->add_flag("--list", options->list,
                    "List the experiments; an extra goes beyond what its paper shows");
  command->add_option(
      "--output", options->output,
      "Folder for all files: ID.json, ID.csv, ID.html, pictures; with 'all' also index.html and index.md. Finished results with the same options are reused");
  command->add_option("--cycles", options->cycles, "Cycles of each run [the paper's]");
  command->add_option("--runs", options->runs,
                      "Seeds of each value, or trials of each search [the experiment's own]");
  command->add_option(
      "--only", options->only,
      "Run only cells whose name contains this text, in experiments of many runs [all]");
  command->add_option("--seed", options->seed, "Seed of all runs, or the first one")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Number of concurrent runs [one per core]");
  options->files.add_to(*command, "the rows");
  command->add_option("--plot,--plots", options->plots,
                      "Folder for the experiment's pictures (SVG, PNG and gnuplot); --plot is the "
                      "old name of --plots");
  command->footer(
      "Example: wayfarer reproduce fs-table1 --output results\n"
      "A row's verdict is 'ok' or 'differs' if the paper gives a value or claim, and 'info' if\n"
      "it gives none.\n"
      "Ctrl-C during 'all' keeps finished experiments and their index.");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_reproduce(program, *options); };
  });
}

}  // namespace wayfarer
