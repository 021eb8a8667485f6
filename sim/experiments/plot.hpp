// Plots by gnuplot, with data and script in one file that can be run again.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wayfarer {

struct Curve {
  std::string title;
  std::vector<std::pair<double, double>> points;
};

/// Writes <folder>/<name>.svg and .gp: lines with points. Throws UsageError when the folder cannot
/// be written or gnuplot fails.
void plot_curves(const std::string& folder, const std::string& name, const std::string& title,
                 const std::string& x_label, const std::string& y_label,
                 const std::vector<Curve>& curves, const std::string& more_commands = "");

/// The same for a heat map: rows of values from 0 to 1, the first row at the bottom.
void plot_heat_map(const std::string& folder, const std::string& name, const std::string& title,
                   const std::vector<std::vector<double>>& rows);

}  // namespace wayfarer
