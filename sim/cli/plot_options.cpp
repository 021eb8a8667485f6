#include "cli/plot_options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

/// The place of a word among the legal ones.
std::size_t choice(const std::string& option, const std::string& word,
                   const std::vector<std::string>& legal) {
  const auto found = std::find(legal.begin(), legal.end(), word);
  if (found != legal.end()) return static_cast<std::size_t>(found - legal.begin());
  throw UsageError(
      fmt::format("{} '{}'; {}legal: {}", option, word, did_you_mean(word, legal), join(legal)));
}

}  // namespace

CLI::Option* PlotOptions::add_files_to(CLI::App& command, const std::string& what) {
  CLI::Option* const plot = command.add_option(
      "--plot", path_,
      fmt::format("Draw NAME.pdf, NAME.svg and NAME.png, or only one of them if NAME has its "
                  "ending, and write what they draw to NAME.data.csv: {}",
                  what));
  command
      .add_flag("--keep-script", keep_script_,
                "Also write NAME.gp, the script with data that gnuplot drew")
      ->needs(plot);
  return plot;
}

CLI::Option* PlotOptions::add_to(CLI::App& command, const std::string& what) {
  CLI::Option* const plot = add_files_to(command, what);
  for (CLI::Option* option :
       {command
            .add_option("--plot-width", width_,
                        "Width of the picture: column or page of a paper (84 or 178 mm)")
            ->capture_default_str(),
        command.add_option("--plot-log", log_axes_, "Logarithmic axes: x, y or xy [none]"),
        command
            .add_option("--plot-errors", errors_,
                        "95 % confidence intervals over the seeds, or of a single run: bars, "
                        "bands or none")
            ->capture_default_str()})
    option->needs(plot);
  return plot;
}

void PlotOptions::check() const {
  static_cast<void>(style());
  if (!wanted()) return;
  for (const std::string& file : picture_files(path_, script())) try_output(file);
}

FigureStyle PlotOptions::style() const {
  FigureStyle style;
  style.column = choice("--plot-width", width_, {"page", "column"}) == 1;
  style.errors = static_cast<Errors>(choice("--plot-errors", errors_, {"bars", "bands", "none"}));
  const std::size_t axes =
      log_axes_.empty() ? 0 : choice("--plot-log", log_axes_, {"none", "x", "y", "xy"});
  style.log_x = (axes & 1u) != 0;
  style.log_y = (axes & 2u) != 0;
  return style;
}

void PlotOptions::draw(const Picture& picture) const {
  if (wanted()) draw_at(path_, picture, script());
}

}  // namespace wayfarer
