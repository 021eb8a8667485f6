// Pictures by gnuplot, with data and script in one file that can be run again.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wayfarer {

struct Curve {
  std::string title;  ///< In the legend; empty: not there.
  std::vector<std::pair<double, double>> points;
  std::string style{};  ///< A gnuplot style such as "dashtype 2"; empty: by its number.
  std::string with{"linespoints"};
};

constexpr unsigned kBlack = 6;  ///< The number of the black curve.

/// Values of a paper beside our curves: unconnected points, of which the number of the curve that
/// they belong to gives the colour.
[[nodiscard]] Curve paper_points(const std::string& title,
                                 std::vector<std::pair<double, double>> points, unsigned curve,
                                 unsigned point_type);

/// Title, labels and further gnuplot commands of a panel, each with its newline.
struct Axes {
  std::string title;
  std::string x;
  std::string y;
  std::string commands;
};

/// A value that a panel draws, for the table beside the picture.
struct DrawnValue {
  std::string panel;   ///< Its title.
  std::string series;  ///< The curve; empty: there is one.
  double x = 0;
  double y = 0;
  double half_width = 0;              ///< Of the 95 % confidence interval of y; 0: not known.
  std::optional<double> x_end = {};   ///< Of a bar.
  std::optional<double> colour = {};  ///< The value of a heat map's cell.
};

struct Panel {
  std::string script;  ///< Axes and curves: gnuplot commands with their data.
  std::vector<DrawnValue> data = {};
};

/// The command for the same vertical axis, from 0, in each panel of these curves.
[[nodiscard]] std::string common_range(const std::vector<std::vector<Curve>>& panels);

[[nodiscard]] Panel curves_panel(const Axes& axes, const std::vector<Curve>& curves);

/// Bars of several series side by side, one group per name.
struct Series {
  std::string title;
  std::vector<double> values;  ///< By group.
};
[[nodiscard]] Panel bars_panel(const Axes& axes, const std::vector<std::string>& groups,
                               const std::vector<Series>& series);

/// A value between its limits.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};
/// Values beside the intervals that are allowed for them, one group per name: a paper's values with
/// their tolerances as bands, and measured ones with their extremes.
[[nodiscard]] Panel intervals_panel(const Axes& axes, const std::vector<std::string>& groups,
                                    const std::vector<Interval>& allowed,
                                    const std::vector<Interval>& measured);

/// Where row 0 of a heat map is.
enum class FirstRow { kBottom, kTop };

/// A cell of a heat map, at a column and row from 0.
struct HeatCell {
  unsigned column = 0;
  unsigned row = 0;
  double value = 0;
};
/// Cells of values from 0 to 1, in the colours of viridis; where there is none, the ground shows.
/// About every `ticks`-th part of an axis has a number.
[[nodiscard]] Panel cells_panel(const Axes& axes, unsigned columns, unsigned rows,
                                const std::vector<HeatCell>& cells,
                                FirstRow first_row = FirstRow::kBottom, unsigned ticks = 16);

/// A bar from `low` to `high`.
struct Bar {
  double low = 0;
  double high = 0;
  double height = 0;
};
[[nodiscard]] Panel histogram_panel(const Axes& axes, const std::vector<Bar>& bars);

/// The colour and mark of curve `number`, for several pictures of the same curves: those of Okabe
/// and Ito, which the colour-blind tell apart.
[[nodiscard]] std::string curve_style(unsigned number);

/// Width and height of a picture on paper.
struct Inches {
  double width = 0;
  double height = 0;
};

/// Panels row by row.
struct Picture {
  std::string name;  ///< Base name of its files.
  std::vector<Panel> panels;
  unsigned columns = 1;               ///< 0: the panels' scripts place them.
  std::optional<Inches> inches = {};  ///< With text of 8 points; empty: by the number of panels.
};

/// Whether the script that draws a picture again is kept.
enum class Script { kDiscard, kKeep };

/// The files that draw_at writes: the picture that a path ending in .pdf, .svg or .png names, or
/// NAME.pdf, NAME.svg and NAME.png of any other path; beside them NAME.data.csv, and NAME.gp if the
/// script is wanted. A path that ends in .gp names the script alone.
[[nodiscard]] std::vector<std::string> picture_files(const std::string& path, Script script);

/// Draws into these files, each of which is whole or not written. They give the picture its name.
/// Throws UsageError when a file cannot be written or gnuplot fails.
void draw_at(const std::string& path, Picture picture, Script script);

/// The script, NAME.svg and NAME.png in a folder, which is made, under the picture's own name.
void draw(const std::string& folder, const Picture& picture);

}  // namespace wayfarer
