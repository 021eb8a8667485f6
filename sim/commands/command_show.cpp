// wayfarer show: a run, a sweep or a lockstep failure as one HTML page.
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "cli/event_input.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "explorer/lockstep_page.hpp"
#include "explorer/run_page.hpp"
#include "explorer/sweep_page.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

struct ShowOptions {
  std::string input;
  std::string output;
  std::string from;
  std::string to;
};

constexpr Cycle kMostCycle = 1ull << 48;

/// The page, and a sentence about what is in it.
struct Page {
  std::string html;
  std::string text;
};

Page show_run(const ShowOptions& options) {
  const Cycle from =
      options.from.empty() ? 0 : parse_unsigned(options.from, "--from", 0, kMostCycle);
  const Cycle to =
      options.to.empty() ? kNever : parse_unsigned(options.to, "--to", from + 1, kMostCycle);
  const auto read = [&](EventReader& reader, EventSink& sink, Cycle first, Cycle end) {
    warn_if_truncated(reader, options.input);
    read_events(reader, sink, first, end);
  };
  const RunBlock run = run_block(options.input, from, to, read);
  const std::string cut =
      to == kNever && run.end < run.file_end
          ? fmt::format("; the run goes on to cycle {}, too long for a page: --from {} shows more",
                        run.file_end - 1, run.end)
          : "";
  return {run_page(run), fmt::format("cycles {} to {}{}", run.first, run.end - 1, cut)};
}

void refuse_window(const ShowOptions& options, const char* what) {
  if (!options.from.empty() || !options.to.empty())
    throw UsageError(fmt::format("{}: --from and --to with {}; legal: with the events of a run",
                                 options.input, what));
}

Page show(const ShowOptions& options) {
  std::error_code error;
  if (fs::is_directory(options.input, error)) {
    refuse_window(options, "a sweep");
    const std::string results = (fs::path(options.input) / "results.json").string();
    if (!fs::exists(results, error))
      throw UsageError(
          fmt::format("{}: there is no results.json in it; legal: the folder of a "
                      "'wayfarer sweep --output FOLDER' that has finished",
                      options.input));
    return {sweep_page(results), "a sweep"};
  }
  if (fs::path(options.input).extension() == ".lockstep") {
    refuse_window(options, "a lockstep failure");
    return {lockstep_page(options.input, read_events), "both sides of a lockstep failure"};
  }
  if (std::ifstream(options.input).peek() == '{') {
    refuse_window(options, "a sweep");
    return {sweep_page(options.input), "a sweep"};
  }
  return show_run(options);
}

/// The page's name, if none is given: in this folder, after the input.
std::string page_path(const ShowOptions& options) {
  if (!options.output.empty()) return options.output;
  fs::path input = fs::path(options.input).lexically_normal();
  if (!input.has_filename()) input = input.parent_path();
  return input.stem().string() + ".html";
}

int write_page(const ShowOptions& options) {
  const std::string output = page_path(options);
  try_output(output);
  const Page page = show(options);
  write_output(output, page.html);
  if (output != "-")
    fmt::print("{}: {}; {:.2f} MB\n", printable(output), page.text,
               static_cast<double>(page.html.size()) / 1e6);
  return 0;
}

}  // namespace

void add_show(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand(
      "show", "Make a page of a run, a sweep or a lockstep failure: one HTML file");
  command
      ->add_option(
          "input", options->input,
          "A file of 'wayfarer run --events', the folder of a sweep, or the file NAME.lockstep "
          "of a failed lockstep")
      ->required();
  command->add_option("-o,--output", options->output,
                      "The page ('-': standard output) [the input's name with .html, here]");
  command->add_option("--from", options->from, "First cycle of a run to show [the file's first]");
  command->add_option("--to", options->to,
                      "End of the cycles to show, exclusive [as many as a page can hold]");
  command->footer("Example: wayfarer show run.events -o run.html --from 1000 --to 3000");
  command->callback([&action, options] { action = [options] { return write_page(*options); }; });
}

}  // namespace wayfarer
