#include "report/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/text.hpp"

namespace wayfarer {
namespace {

// In inches, at a text of 8 points.
constexpr double kColumnWidth = 3.3;
constexpr double kPageWidth = 7.0;
constexpr double kFigureHeight = 2.5;
constexpr double kLeft = 0.72;    ///< Room of a panel beside its axes: labels of two lines,
constexpr double kRight = 0.18;   //
constexpr double kTop = 0.22;     ///< title,
constexpr double kBottom = 0.58;  ///< and labels of two lines.
constexpr double kLetter = 0.062;
constexpr double kSample = 0.42;  ///< Width of a legend's line with its mark.
constexpr double kGap = 0.07;     ///< Between it and its text.
constexpr double kLine = 0.16;    ///< Height of a legend's line.

/// Okabe and Ito's colours without yellow, then darker ones of Tol's.
constexpr std::array<const char*, kDistinctCurves> kCurveColours = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#882255",
    "#999933", "#332288", "#117733", "#7f7f7f", "#cc6677", "#44aa99", "#8b4513", "#aa4499"};
constexpr std::array<const char*, kDistinctCurves> kDashes = {
    "solid",          "(12,4)",          "(3,3)",          "(12,4,3,4)",
    "(12,4,3,4,3,4)", "(24,6)",          "(6,3)",          "(24,5,6,5)",
    "(3,6)",          "(18,3)",          "(12,8)",         "(24,4,3,4)",
    "(6,3,3,3)",      "(12,3,12,3,3,3)", "(18,4,6,4,6,4)", "(3,2,3,2,12,4)"};
/// Filled marks, open ones, crosses and a letter.
constexpr std::array<const char*, kDistinctCurves> kMarks = {
    "7", "5", "9", "13", "11", "15", "6", "4", "8", "12", "10", "14", "2", "1", "3", "'#'"};

std::string colour_of(unsigned curve) {
  return fmt::format("linecolor rgb '{}'", kCurveColours[curve % kDistinctCurves]);
}
std::string line_of(unsigned curve) {
  const std::string dash = kDashes[curve % kDistinctCurves];
  return fmt::format("{} linewidth 1.5 dashtype {}", colour_of(curve), dash);
}
std::string mark_of(unsigned curve) {
  return fmt::format("pointtype {} pointsize 0.55", kMarks[curve % kDistinctCurves]);
}

/// Where something is, in inches from the picture's lower left corner.
struct Box {
  double left = 0;
  double bottom = 0;
  double right = 0;
  double top = 0;
};

struct Size {
  double width = 0;
  double height = 0;
};

std::string margins(const Box& box, const Size& size) {
  return fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n"
      "set bmargin at screen {:.5f}\nset tmargin at screen {:.5f}\n",
      box.left / size.width, box.right / size.width, box.bottom / size.height,
      box.top / size.height);
}

/// A label of several lines: text in single quotes has no line ends.
std::string label(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n')) lines.push_back(gnuplot_quoted(line));
  return join(lines, ".\"\\n\".");
}

/// Numbers of a block that a panel names; blocks of a script must differ.
std::string block_name(std::size_t panel, std::size_t curve) {
  return fmt::format("$panel{}_curve{}", panel, curve);
}

bool has_errors(const FigureCurve& curve) {
  return std::any_of(curve.points.begin(), curve.points.end(),
                     [](const FigurePoint& p) { return p.half_width > 0; });
}

std::string data_of(const FigureCurve& curve, const std::string& block) {
  std::string text = block + " << END\n";
  for (const FigurePoint& point : curve.points)
    text += fmt::format("{:.9g} {:.9g} {:.9g}\n", point.x, point.y,
                        std::isfinite(point.half_width) ? point.half_width : 0);
  return text + "END\n";
}

/// What is drawn of one curve, in the order in which parts cover each other.
std::vector<std::string> drawings_of(const FigureCurve& curve, const std::string& block,
                                     Errors errors) {
  std::vector<std::string> drawn;
  if (errors == Errors::kBands && has_errors(curve))
    drawn.push_back(
        fmt::format("{} using 1:($2-$3):($2+$3) with filledcurves {} "
                    "fillstyle transparent solid 0.2 noborder notitle",
                    block, colour_of(curve.number)));
  if (errors == Errors::kBars && has_errors(curve))
    drawn.push_back(fmt::format("{} using 1:2:3 with yerrorbars {} linewidth 1 pointtype 0 notitle",
                                block, colour_of(curve.number)));
  drawn.push_back(fmt::format("{} using 1:2 with lines {} notitle", block, line_of(curve.number)));
  drawn.push_back(fmt::format("{} using 1:2 with points {} {} linewidth 1 notitle", block,
                              colour_of(curve.number), mark_of(curve.number)));
  return drawn;
}

/// All loads are on the horizontal axis, those without a point as well.
std::string ranges(const FigureStyle& style, const FigurePanel& panel) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  const auto extend = [&](double x) {
    least = std::min(least, x);
    most = std::max(most, x);
  };
  for (const FigureCurve& curve : panel.curves) {
    for (const FigurePoint& point : curve.points) extend(point.x);
    if (curve.limit) extend(*curve.limit);
  }
  std::string text;
  if (least <= most && !style.log_x) {
    const double margin = std::max(0.04 * (most - least), 1e-3 * std::abs(most));
    text += fmt::format("set xrange [{:.9g}:{:.9g}]\nset xtics {:g}\n", least - margin,
                        most + margin, round_step(most - least));
  }
  if (style.log_x) text += "set logscale x\n";
  if (panel.vertical == Vertical::kSigned) return text + "set xzeroaxis linetype -1\n";
  const bool log_y = style.log_y && (panel.vertical == Vertical::kFromZero || style.log_x);
  text += log_y ? "set logscale y\n" : "set yrange [0:*]\n";
  return text;
}

Panel curves_of(const FigureStyle& style, const FigurePanel& panel, std::size_t number,
                const Box& box, const Size& size, const std::vector<std::string>& legend) {
  Panel result;
  std::vector<std::string> drawings;
  std::string blocks;
  std::string limits;
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const FigureCurve& curve = panel.curves[i];
    if (curve.limit)
      limits += fmt::format("set arrow from {0}, graph 0 to {0}, graph 1 nohead {1} dashtype 3\n",
                            *curve.limit, colour_of(curve.number));
    for (const FigurePoint& point : curve.points)
      result.data.push_back(
          {panel.title, legend[curve.number], point.x, point.y, point.half_width});
    if (curve.points.empty()) continue;
    const std::string block = block_name(number, i);
    blocks += data_of(curve, block);
    for (std::string& drawing : drawings_of(curve, block, style.errors))
      drawings.push_back(std::move(drawing));
  }
  // Gnuplot draws no axes without a curve.
  if (drawings.empty()) {
    drawings.emplace_back("NaN notitle");
    limits += "set yrange [0:1]\nset xrange [0:1]\n";
  }
  result.script = margins(box, size) +
                  fmt::format(
                      "set title {} offset 0,-0.7\nset xlabel {} offset 0,0.4\n"
                      "set ylabel {} offset 0.3,0\nset key off\nset grid linecolor rgb '#dddddd'\n"
                      "set tics nomirror scale 0.5\nset border 3\n",
                      label(panel.title), label(panel.x), label(panel.y)) +
                  ranges(style, panel) + limits + blocks + "plot " + join(drawings) + "\n";
  return result;
}

/// Rows and columns of entries, and their text, which is smaller where it is too long.
struct Legend {
  Legend(const std::vector<std::string>& entries, double width) {
    std::size_t longest = 1;
    for (const std::string& entry : entries) longest = std::max(longest, entry.size());
    const double text = static_cast<double>(longest) * kLetter;
    const double room = width - 2 * kGap - kSample - kGap;
    if (text > room) shrink = std::max(0.5, room / text);
    entry_width = kSample + 2 * kGap + text * shrink + 0.1;
    columns = std::clamp<std::size_t>(static_cast<std::size_t>(width / entry_width), 1,
                                      std::max<std::size_t>(entries.size(), 1));
    rows = (entries.size() + columns - 1) / columns;
    height = 0.06 + static_cast<double>(rows) * kLine;
  }

  double shrink = 1;  ///< Of the text.
  double entry_width = 0;
  double height = 0;
  std::size_t columns = 1;
  std::size_t rows = 0;
};

/// The legend is drawn as what it describes, at places in inches: it cannot reach into an axis.
Panel legend_panel(const std::vector<std::string>& entries, const Legend& legend,
                   const Size& size) {
  std::string text =
      margins({0, 0, size.width, legend.height}, size) +
      fmt::format(
          "unset title\nunset xlabel\nunset ylabel\nunset tics\nunset border\nunset grid\n"
          "unset logscale\nset xrange [0:{:.4f}]\nset yrange [0:{:.4f}]\n",
          size.width, legend.height);
  std::vector<std::string> drawings;
  const double unused = size.width - static_cast<double>(legend.columns) * legend.entry_width;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t column = i / legend.rows;
    const double x = unused / 2 + static_cast<double>(column) * legend.entry_width;
    const double y = legend.height - kLine * (static_cast<double>(i % legend.rows) + 0.5);
    const auto number = static_cast<unsigned>(i);
    text += fmt::format(
        "$legend{0} << END\n{1:.4f} {3:.4f}\n{2:.4f} {3:.4f}\nEND\n"
        "$mark{0} << END\n{4:.4f} {3:.4f}\nEND\n"
        "set label {5} at {6:.4f},{3:.4f} left font sprintf(',%.2f', {7:.3f} * text)\n",
        i, x, x + kSample, y, x + kSample / 2, gnuplot_quoted(entries[i]), x + kSample + kGap,
        legend.shrink);
    drawings.push_back(fmt::format("$legend{} with lines {} notitle", i, line_of(number)));
    drawings.push_back(fmt::format("$mark{} with points {} {} linewidth 1 notitle", i,
                                   colour_of(number), mark_of(number)));
  }
  return {text + "plot " + join(drawings) + "\n", {}};
}

/// "buffers" of "router.buffers".
std::string last_word(const std::string& key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

Picture figure(const FigureStyle& style, const std::vector<std::string>& legend,
               const std::vector<FigurePanel>& panels) {
  const std::size_t across = style.column ? 1 : panels.size();
  const std::size_t down = style.column ? panels.size() : 1;
  const double width = style.column ? kColumnWidth : kPageWidth;
  const Legend layout(legend, width);
  const Size size{width, static_cast<double>(down) * kFigureHeight + layout.height};
  const double panel_width = width / static_cast<double>(across);
  Picture picture;
  picture.columns = 0;
  picture.inches = Inches{size.width, size.height};
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double left = static_cast<double>(i % across) * panel_width;
    const std::size_t row = i / across;
    const double top = size.height - static_cast<double>(row) * kFigureHeight;
    const Box box{left + kLeft, top - kFigureHeight + kBottom, left + panel_width - kRight,
                  top - kTop};
    picture.panels.push_back(curves_of(style, panels[i], i, box, size, legend));
  }
  if (!legend.empty()) picture.panels.push_back(legend_panel(legend, layout, size));
  return picture;
}

double round_step(double length) {
  if (!(length > 0)) return 1;
  const double unit = std::pow(10, std::floor(std::log10(length / 5)));
  for (const double factor : {1, 2, 5})
    if (length / (factor * unit) <= 5) return factor * unit;
  return 10 * unit;
}

Picture rows_of_panels(const FigureStyle& style, std::vector<std::vector<Panel>> rows) {
  constexpr double kRowHeight = 2.5;
  Picture picture;
  picture.columns = 0;
  picture.inches = Inches{style.column ? kColumnWidth : kPageWidth,
                          kRowHeight * static_cast<double>(rows.size())};
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t i = 0; i < rows[row].size(); ++i) {
      const auto across = static_cast<double>(rows[row].size());
      const auto down = static_cast<double>(rows.size());
      Panel& panel = rows[row][i];
      panel.script = fmt::format("set size {:.5f},{:.5f}\nset origin {:.5f},{:.5f}\n{}", 1 / across,
                                 1 / down, static_cast<double>(i) / across,
                                 1 - static_cast<double>(row + 1) / down, panel.script);
      picture.panels.push_back(std::move(panel));
    }
  return picture;
}

std::vector<std::string> short_labels(const std::vector<std::vector<std::string>>& names) {
  std::map<std::string, std::size_t> curves;  // that have the part
  for (const std::vector<std::string>& parts : names)
    for (const std::string& part : std::set<std::string>(parts.begin(), parts.end()))
      ++curves[part];
  std::map<std::string, std::set<std::string>> keys;  // by their last word
  for (const auto& [part, count] : curves)
    if (const std::size_t equals = part.find('='); equals != std::string::npos)
      keys[last_word(part.substr(0, equals))].insert(part.substr(0, equals));
  std::vector<std::string> labels;
  for (const std::vector<std::string>& parts : names) {
    std::vector<std::string> words;
    for (const std::string& part : parts) {
      if (curves[part] == names.size()) continue;
      const std::size_t equals = part.find('=');
      const std::string word = last_word(part.substr(0, equals));
      const bool shortened = equals != std::string::npos && keys[word].size() == 1;
      words.push_back(shortened ? word + part.substr(equals) : part);
    }
    if (words.empty() && !parts.empty()) words.push_back(parts.front());
    labels.push_back(join(words, " "));
  }
  return labels;
}

}  // namespace wayfarer
