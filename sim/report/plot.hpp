// Pictures by gnuplot, with data and script in one file that can be run again.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wayfarer {

struct Curve {
  std::string title;
  std::vector<std::pair<double, double>> points;
  std::string style{};  ///< gnuplot's, such as "dashtype 2"; empty: by its number.
};

/// What stands around a panel, and further gnuplot commands for it, each with its line's end.
struct Axes {
  std::string title;
  std::string x;
  std::string y;
  std::string commands;
};

/// Axes and what is drawn in them: gnuplot commands with their data.
using Panel = std::string;

/// Lines with points.
[[nodiscard]] Panel curves_panel(const Axes& axes, const std::vector<Curve>& curves);

/// Bars of several series side by side, a group for each name.
struct Series {
  std::string title;
  std::vector<double> values;  ///< By group.
};
[[nodiscard]] Panel bars_panel(const Axes& axes, const std::vector<std::string>& groups,
                               const std::vector<Series>& series);

/// A heat map of utilisations from 0 to 1, the first row at the bottom.
[[nodiscard]] Panel heat_map_panel(const std::string& title,
                                   const std::vector<std::vector<double>>& rows);

/// Panels row by row.
struct Picture {
  std::string name;  ///< Of its files.
  std::vector<Panel> panels;
  unsigned columns = 1;
};

/// Writes <folder>/<name>.gp, .svg and .png, each whole or not at all. Throws UsageError when the
/// folder cannot be written or gnuplot fails.
void draw(const std::string& folder, const Picture& picture);

}  // namespace wayfarer
