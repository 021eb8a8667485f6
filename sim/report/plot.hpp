// Pictures by gnuplot, with data and script in one file that can be run again.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wayfarer {

struct Curve {
  std::string title;
  std::vector<std::pair<double, double>> points;
  std::string style{};  ///< A gnuplot style such as "dashtype 2"; empty: by its number.
};

/// Title, labels and further gnuplot commands of a panel, each with its newline.
struct Axes {
  std::string title;
  std::string x;
  std::string y;
  std::string commands;
};

/// Axes and curves: gnuplot commands with their data.
using Panel = std::string;

/// Lines with points.
[[nodiscard]] Panel curves_panel(const Axes& axes, const std::vector<Curve>& curves);

/// Bars of several series side by side, one group per name.
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
  std::string name;  ///< Base name of its files.
  std::vector<Panel> panels;
  unsigned columns = 1;
};

/// Writes <folder>/<name>.gp, .svg and .png, each atomically. Throws UsageError when the folder
/// cannot be written or gnuplot fails.
void draw(const std::string& folder, const Picture& picture);

}  // namespace wayfarer
