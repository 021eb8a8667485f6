// Pictures of curves in the form that papers print: as wide as a column or a page, one legend
// below, curves that differ without colours too, error bars.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/plot.hpp"

namespace wayfarer {

/// How the precision of values is drawn.
enum class Errors { kBars, kBands, kNone };

struct FigureStyle {
  bool column = false;  ///< As wide as a column, rather than a page.
  bool log_x = false;
  bool log_y = false;
  Errors errors = Errors::kBars;
};

struct FigurePoint {
  double x = 0;
  double y = 0;
  double half_width = 0;  ///< Of the 95 % confidence interval of y; 0 or infinite: not known.
};

struct FigureCurve {
  unsigned number = 0;  ///< Of the legend's entry, which gives colour, dash and mark.
  std::vector<FigurePoint> points;
  std::optional<double> limit = {};  ///< A vertical line at this x.
};

/// What the vertical axis of a panel shows.
enum class Vertical {
  kFromZero,      ///< From 0, or logarithmic.
  kProportional,  ///< The same, logarithmic only together with the horizontal axis.
  kSigned,        ///< Differences; never logarithmic.
};

struct FigurePanel {
  std::string title;
  std::string x;  ///< Labels of the axes; "\n" begins a new line.
  std::string y;
  std::vector<FigureCurve> curves;
  Vertical vertical = Vertical::kFromZero;
};

/// Curves look different up to this number, and repeat then.
constexpr unsigned kDistinctCurves = 16;

/// The picture of these panels: side by side on a page, below each other in a column.
[[nodiscard]] Picture figure(const FigureStyle& style, const std::vector<std::string>& legend,
                             const std::vector<FigurePanel>& panels);

/// A round step that divides an axis of this length into three to six parts.
[[nodiscard]] double round_step(double length);

/// Panels in rows that fill the picture's width.
[[nodiscard]] Picture rows_of_panels(const FigureStyle& style,
                                     std::vector<std::vector<Panel>> rows);

/// For each curve the parts of its name that some other curve does not have, and of keys only the
/// last word if that is enough: "buffers=2".
[[nodiscard]] std::vector<std::string> short_labels(
    const std::vector<std::vector<std::string>>& names);

}  // namespace wayfarer
