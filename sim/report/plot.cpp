#include "report/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/subprocess.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kWidth =
    900;  ///< Width of a single panel; panels of a larger picture are smaller.
constexpr unsigned kHeight = 600;
constexpr unsigned kPanelWidth = 680;
constexpr unsigned kPanelHeight = 480;

constexpr const char* kViridis =
    "set palette defined (0 '#440154', 0.13 '#472c7a', 0.25 '#3b518b', 0.38 '#2c718e', "
    "0.5 '#21908d', 0.63 '#27ad81', 0.75 '#5cc863', 0.88 '#aadc32', 1 '#fde725')\n";

unsigned tick_step(unsigned cells, unsigned most) { return 1 + (cells - 1) / most; }

std::string text_of(const Axes& axes) {
  return fmt::format(
      "set title {}\nset xlabel {}\nset ylabel {}\n"
      "set key outside right\nset grid\n{}",
      gnuplot_quoted(axes.title), gnuplot_quoted(axes.x), gnuplot_quoted(axes.y), axes.commands);
}

/// A format of pictures: a file's ending, gnuplot's terminal, and its units in an inch: points of
/// the text, pixels or inches of the size.
struct Format {
  const char* ending;
  const char* terminal;  ///< Of a width and a height.
  const char* options;   ///< On paper, of a size of the text.
  double units;
  double text;
};
// Pictures of 96 and 300 pixels per inch; a point is 1/72 inch.
constexpr double kTextPoints = 8;
constexpr Format kSvg = {".svg", "svg size {},{} dynamic noenhanced background '#ffffff'",
                         " font 'Helvetica,{:.2f}' linewidth 0.8", 96, kTextPoints * 96 / 72};
constexpr Format kPng = {".png", "pngcairo size {},{} noenhanced",
                         " font 'Helvetica,{:.2f}' linewidth 2.5 pointscale 2.5", 300,
                         kTextPoints * 300 / 96};
constexpr Format kPdf = {".pdf", "pdfcairo size {},{} noenhanced",
                         " font 'Helvetica,{:.2f}' linewidth 0.8 pointscale 0.8", 1, kTextPoints};
constexpr const char* kScript = ".gp";
constexpr const char* kData = ".data.csv";

bool has_several_panels(const Picture& picture) { return picture.panels.size() > 1; }

unsigned rows_of(const Picture& picture) {
  return (static_cast<unsigned>(picture.panels.size()) + picture.columns - 1) / picture.columns;
}

std::string terminal_of(const Format& format, const Picture& picture) {
  if (picture.inches) {
    const auto size = [&](double inches) {
      return format.units == 1 ? fmt::format("{:.3f}", inches)
                               : fmt::format("{:.0f}", format.units * inches);
    };
    return "set terminal " +
           fmt::format(fmt::runtime(format.terminal), size(picture.inches->width),
                       size(picture.inches->height)) +
           fmt::format(fmt::runtime(format.options), format.text) +
           fmt::format("; text = {:.2f}", format.text);
  }
  const bool several = has_several_panels(picture);
  return "set terminal " + fmt::format(fmt::runtime(format.terminal),
                                       several ? kPanelWidth * picture.columns : kWidth,
                                       several ? kPanelHeight * rows_of(picture) : kHeight);
}

/// The panels, for any terminal.
std::string panels_of(const Picture& picture) {
  const bool several = has_several_panels(picture);
  std::string text;
  if (several && picture.columns == 0) text += "set multiplot\n";
  if (several && picture.columns != 0)
    text += fmt::format("set multiplot layout {},{}\n", rows_of(picture), picture.columns);
  for (const Panel& panel : picture.panels) text += (several ? "reset\n" : "") + panel.script;
  return text + (several ? "unset multiplot\n" : "");
}

/// A script that draws the picture again, beside itself. A name in front of which there is no
/// folder could be a command to gnuplot.
std::string script_of(const Picture& picture) {
  const std::string pdf = picture.inches ? fmt::format("if (strstrt(target, \".pdf\") > 0) {}\n",
                                                       terminal_of(kPdf, picture))
                                         : "";
  return fmt::format(
             "if (!exists(\"target\")) target = {}\n"
             "if (strstrt(target, \".png\") > 0) {}\n"
             "if (strstrt(target, \".png\") == 0) {}\n{}"
             "set output target\n",
             gnuplot_quoted(fmt::format("./{}.svg", picture.name)), terminal_of(kPng, picture),
             terminal_of(kSvg, picture), pdf) +
         panels_of(picture);
}

std::string data_of(const Picture& picture) {
  const auto maybe = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.9g}", *value) : "";
  };
  std::string text = "panel,series,x,y,half_width,x_end,colour\n";
  for (const Panel& panel : picture.panels)
    for (const DrawnValue& value : panel.data)
      text += fmt::format("{},{},{:.9g},{:.9g},{},{},{}\n", csv_field(value.panel),
                          csv_field(value.series), value.x, value.y,
                          value.half_width > 0 && std::isfinite(value.half_width)
                              ? fmt::format("{:.9g}", value.half_width)
                              : "",
                          maybe(value.x_end), maybe(value.colour));
  return text;
}

/// Gnuplot reads the script from its standard input and draws to its standard output: no name
/// reaches it, and the file is written and checked here.
std::string drawn(const Picture& picture, const Format& format) {
  const std::string script = terminal_of(format, picture) + "\n" + panels_of(picture);
  if (output_of({"gnuplot", "--version"}).empty())
    throw UsageError("gnuplot cannot be started; legal: installing it (./sim/setup does)");
  std::string contents = filtered({"env", "TZ=UTC", "gnuplot", "-"}, script);
  if (contents.empty()) throw UsageError("gnuplot has drawn nothing");
  // The same picture has the same bytes: a PDF has no date of its making.
  constexpr std::string_view kDate = "/CreationDate (D:";
  constexpr std::string_view kNoDate = "19700101000000";
  const std::size_t at = contents.find(kDate);
  if (at != std::string::npos) contents.replace(at + kDate.size(), kNoDate.size(), kNoDate);
  return contents;
}

/// One of a picture's files, by its ending.
void write_file(const std::string& path, Picture picture) {
  picture.name = fs::path(path).stem().string();
  const std::string ending = fs::path(path).extension().string();
  if (ending == kScript) return write_output(path, script_of(picture));
  for (const Format& format : {kPdf, kSvg, kPng})
    if (ending == format.ending) return write_output(path, drawn(picture, format));
  write_output(path, data_of(picture));
}

}  // namespace

Curve paper_points(const std::string& title, std::vector<std::pair<double, double>> points,
                   unsigned curve, unsigned point_type) {
  return {
      title, std::move(points),
      fmt::format("{} pointtype {} pointsize 1.6 linewidth 1.5", curve_style(curve), point_type),
      "points"};
}

std::string common_range(const std::vector<std::vector<Curve>>& panels) {
  double highest = 0;
  for (const std::vector<Curve>& curves : panels)
    for (const Curve& curve : curves)
      for (const auto& [x, y] : curve.points) highest = std::max(highest, y);
  return fmt::format("set yrange [0:{:.9g}]\n", 1.03 * highest);
}

Panel curves_panel(const Axes& axes, const std::vector<Curve>& curves) {
  std::string text = text_of(axes);
  std::vector<DrawnValue> drawn_values;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    text += fmt::format("$curve{} << END\n", i);
    for (const auto& [x, y] : curves[i].points) {
      text += fmt::format("{:.9g} {:.9g}\n", x, y);
      drawn_values.push_back({axes.title, curves[i].title, x, y});
    }
    text += "END\n";
  }
  text += "plot ";
  for (std::size_t i = 0; i < curves.size(); ++i)
    text += fmt::format(
        "{}$curve{} with {} {} {}", i == 0 ? "" : ", ", i, curves[i].with,
        curves[i].style.empty()
            ? fmt::format("{} pointtype {}", curve_style(static_cast<unsigned>(i)), i + 1)
            : curves[i].style,
        curves[i].title.empty() ? "notitle" : "title " + gnuplot_quoted(curves[i].title));
  return {text + "\n", std::move(drawn_values)};
}

Panel bars_panel(const Axes& axes, const std::vector<std::string>& groups,
                 const std::vector<Series>& series) {
  std::string text = text_of(axes) +
                     "set style data histogram\nset style fill solid 0.8 border\n"
                     "set xtics rotate by 90 right\n$bars << END\n";
  for (std::size_t i = 0; i < groups.size(); ++i) {
    text += gnuplot_data(groups[i]);
    for (const Series& bars : series) text += fmt::format(" {:.9g}", bars.values[i]);
    text += "\n";
  }
  text += "END\nplot ";
  for (std::size_t i = 0; i < series.size(); ++i)
    text += fmt::format("{}$bars using {}:xtic(1) {} title {}", i == 0 ? "" : ", ", i + 2,
                        curve_style(static_cast<unsigned>(i)), gnuplot_quoted(series[i].title));
  return {text + "\n"};
}

Panel intervals_panel(const Axes& axes, const std::vector<std::string>& groups,
                      const std::vector<Interval>& allowed, const std::vector<Interval>& measured) {
  std::string text = text_of(axes);
  std::string tics;
  std::vector<DrawnValue> drawn_values;
  for (std::size_t i = 0; i < groups.size(); ++i)
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", gnuplot_quoted(groups[i]), i);
  text += fmt::format("set xtics ({}) rotate by 90 right\nset xrange [-0.6:{}.6]\n", tics,
                      groups.size() - 1);
  const auto data = [&](const char* name, const char* series, const std::vector<Interval>& values) {
    text += fmt::format("${} << END\n", name);
    for (std::size_t i = 0; i < values.size(); ++i) {
      text += fmt::format("{} {:.9g} {:.9g} {:.9g}\n", i, values[i].value, values[i].low,
                          values[i].high);
      drawn_values.push_back({axes.title, series, static_cast<double>(i), values[i].value});
    }
    text += "END\n";
  };
  data("allowed", "paper", allowed);
  data("measured", "measured", measured);
  text += fmt::format(
      "set style fill solid 0.25 noborder\n"
      "plot $allowed using 1:2:($1-0.35):($1+0.35):3:4 with boxxyerror {0} title "
      "'the paper, with tolerance', $allowed using ($1-0.35):2:(0.7):(0) with vectors nohead {0} "
      "linewidth 1.5 notitle, $measured using 1:2:3:4 with yerrorbars {1} pointtype 7 pointsize "
      "0.7 title 'measured'\n",
      curve_style(0), curve_style(1));
  return {std::move(text), std::move(drawn_values)};
}

Panel cells_panel(const Axes& axes, unsigned columns, unsigned rows,
                  const std::vector<HeatCell>& cells, FirstRow first_row, unsigned ticks) {
  const std::string end = fmt::format("{}.5", rows - 1);
  const bool down = first_row == FirstRow::kTop;
  std::string text =
      text_of(axes) + fmt::format(
                          "set key off\nunset grid\nset cbrange [0:1]\nset cblabel 'utilisation'\n"
                          "set size ratio -1\n"
                          "set style fill solid 1 noborder\n{}"
                          "set xrange [-0.5:{}.5]\nset yrange [{}:{}]\n"
                          "set xtics {} out nomirror\nset ytics {} out nomirror\n"
                          "$cells << END\n",
                          kViridis, columns - 1, down ? end : "-0.5", down ? "-0.5" : end,
                          tick_step(columns, ticks), tick_step(rows, ticks));
  std::vector<DrawnValue> drawn_values;
  for (const HeatCell& cell : cells) {
    text += fmt::format("{} {} {:.4f}\n", cell.column, cell.row, cell.value);
    drawn_values.push_back({axes.title, "", static_cast<double>(cell.column),
                            static_cast<double>(cell.row), 0, std::nullopt, cell.value});
  }
  if (rows == 1)  // a row of thin cells would hide the scale
    text +=
        "END\nset size noratio\nset yrange [0:1]\nset ytics autofreq\nset ylabel 'utilisation'\n"
        "plot $cells using 1:3:(0.9) with boxes linecolor rgb '#0072b2'\n";
  else
    text += "END\nplot $cells using 1:2:(0.47):(0.47):3 with boxxyerror palette notitle\n";
  return {std::move(text), std::move(drawn_values)};
}

Panel histogram_panel(const Axes& axes, const std::vector<Bar>& bars) {
  std::string text = text_of(axes) +
                     "set key off\nset style fill solid 0.8 noborder\n"
                     "$bars << END\n";
  std::vector<DrawnValue> drawn_values;
  for (const Bar& bar : bars) {
    text += fmt::format("{:.9g} {:.9g} {:.9g}\n", bar.low, bar.high, bar.height);
    drawn_values.push_back({axes.title, "", bar.low, bar.height, 0, bar.high});
  }
  return {text + "END\nplot $bars using 1:(0):1:2:(0):3 with boxxyerror linecolor rgb '#0072b2'\n",
          std::move(drawn_values)};
}

std::string curve_style(unsigned number) {
  constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                   "#e69f00", "#56b4e9", "#000000"};
  return fmt::format("linecolor rgb '{}'", kColours[number % kColours.size()]);
}

std::vector<std::string> picture_files(const std::string& path, Script script) {
  if (std::any_of(path.begin(), path.end(),
                  [](char c) { return static_cast<unsigned char>(c) < ' '; }))
    throw UsageError(
        fmt::format("{}: legal: a picture's name without control characters", shell_quoted(path)));
  const std::string ending = fs::path(path).extension().string();
  if (ending == kScript) return {path};
  std::vector<std::string> names;
  std::string stem = path;
  for (const Format& format : {kPdf, kSvg, kPng})
    if (ending == format.ending) {
      names = {path};
      stem = path.substr(0, path.size() - ending.size());
    }
  if (names.empty()) names = {path + kPdf.ending, path + kSvg.ending, path + kPng.ending};
  names.push_back(stem + kData);
  if (script == Script::kKeep) names.push_back(stem + kScript);
  return names;
}

void draw_at(const std::string& path, Picture picture, Script script) {
  for (const std::string& file : picture_files(path, script)) write_file(file, picture);
}

void draw(const std::string& folder, const Picture& picture) {
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string path = (fs::path(folder) / picture.name).string();
  for (const char* ending : {kScript, kSvg.ending, kPng.ending}) write_file(path + ending, picture);
}

}  // namespace wayfarer
