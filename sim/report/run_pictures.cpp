#include "report/run_pictures.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "core/text.hpp"
#include "family/registry.hpp"
#include "runs/channel_table.hpp"
#include "runs/rates.hpp"
#include "runs/report.hpp"
#include "stats/spread.hpp"

namespace wayfarer {
namespace {

/// Column and row of a node: the even dimensions side by side, the odd ones above each other.
std::pair<unsigned, unsigned> cell_of(const std::vector<unsigned>& coordinates,
                                      const std::vector<unsigned>& extents) {
  std::pair<unsigned, unsigned> cell;
  for (std::size_t d = coordinates.size(); d-- > 0;) {
    unsigned& place = d % 2 == 0 ? cell.first : cell.second;
    place = place * extents[d] + coordinates[d];
  }
  return cell;
}

/// One heat map for each direction that channels have.
std::vector<Panel> channel_panels(const Point& point, const Measurements& measured) {
  const std::vector<ChannelPlace> places = channel_places(point.config);
  const bool down = family_of(point.config).map(point.config).y_leads_south;
  std::vector<unsigned> extents;
  for (const ChannelPlace& place : places) {
    extents.resize(place.coordinates.size());
    for (std::size_t d = 0; d < extents.size(); ++d)
      extents[d] = std::max(extents[d], place.coordinates[d] + 1);
  }
  std::vector<unsigned> last;
  for (const unsigned extent : extents) last.push_back(extent - 1);
  if (last.empty()) return {};
  const auto [columns, rows] = cell_of(last, extents);

  // The two signs of a dimension side by side.
  const auto before = [](const std::string& a, const std::string& b) {
    return std::pair(a.substr(1), a) < std::pair(b.substr(1), b);
  };
  std::map<std::string, std::vector<HeatCell>, decltype(before)> by_direction(before);
  for (const ChannelPlace& place : places) {
    const auto [column, row] = cell_of(place.coordinates, extents);
    by_direction[place.direction].push_back(
        {column, row, measured.channel_utilisation[place.channel]});
  }
  constexpr unsigned kTicks = 8;
  std::vector<Panel> panels;
  for (const auto& [direction, cells] : by_direction)
    panels.push_back(cells_panel(
        {direction == "bus" ? "Utilisation of the nodes' buses"
                            : fmt::format("Utilisation of channels {}", direction),
         extents.size() == 1 ? "node" : "x", extents.size() == 1 ? "" : "y", "set cbtics 0.5\n"},
        columns + 1, rows + 1, cells, down ? FirstRow::kTop : FirstRow::kBottom, kTicks));
  return panels;
}

std::vector<Panel> series_panels(const SimulationResult& result) {
  if (result.series.empty()) return {};
  const std::string style = curve_style(0) + " pointtype 0";
  Curve accepted{"accepted", {}, style};
  Curve latency{"latency", {}, style};
  for (const SeriesWindow& window : result.series) {
    const auto middle = static_cast<double>(window.from + window.to) / 2;
    accepted.points.emplace_back(middle, window.accepted);
    if (window.messages > 0) latency.points.emplace_back(middle, window.latency);
  }
  const std::string warm_up = fmt::format(
      "set arrow from {0}, graph 0 to {0}, graph 1 nohead dashtype 2\nset yrange [0:*]\n"
      "set key off\nset format x '%.0s%c'\nset xtics {1}\nset rmargin 3\n",
      result.warmup, round_step(static_cast<double>(result.cycles)));
  const std::string cycle = "cycle (dashed: warm-up ends)";
  return {curves_panel({"accepted load over time", cycle, "flits per terminal and cycle", warm_up},
                       {accepted}),
          curves_panel({"latency over time", cycle, "mean latency (cycles)", warm_up}, {latency})};
}

/// Panels in rows of equal lengths, or nearly, of at most this one.
void add_rows(std::vector<std::vector<Panel>>& rows, std::vector<Panel> panels, std::size_t most) {
  std::size_t left = (panels.size() + most - 1) / most;
  for (std::size_t next = 0; left > 0; --left) {
    const std::size_t count = (panels.size() - next + left - 1) / left;
    rows.emplace_back();
    for (std::size_t i = 0; i < count; ++i) rows.back().push_back(std::move(panels[next++]));
  }
}

/// A curve's name in parts, which short_labels compares: network, settings, pattern, engine.
using CurveName = std::vector<std::string>;

CurveName name_of(const Point& point) {
  CurveName name = split(point.label, ' ');
  if (!name.empty() && name.back().rfind(kWindowLabel, 0) == 0) name.pop_back();
  const std::optional<PatternSpec>& pattern = point.options.traffic.pattern;
  if (pattern) name.push_back(to_string(*pattern));
  if (point.engine != Engine::kModel) name.push_back(to_string(point.engine));
  return name;
}

/// What curves are drawn over: the load, or the window of a closed loop.
double abscissa(const Point& point) {
  const std::optional<std::uint32_t>& window = point.options.traffic.window;
  return window ? *window : point.options.load.value;
}

/// The runs of a curve at one load or window: a run per seed.
struct LoadRuns {
  std::vector<double> accepted;
  std::vector<double> accepted_half_widths;
  std::vector<double> latency;  ///< Of runs that have one; likewise:
  std::vector<double> latency_half_widths;
  bool saturated = false;

  void add(const Point& point, const SimulationResult& result) {
    const Rates rates = rates_of(point, result);
    accepted.push_back(rates.accepted);
    accepted_half_widths.push_back(rates.accepted_half_width);
    saturated |= result.verdict == Verdict::kSaturated;
    const LatencySummary& own = result.measured.latency;
    if (own.count == 0) return;
    const double factor = latency_factor(point.options.load);
    latency.push_back(factor * own.mean);
    latency_half_widths.push_back(factor * own.half_width);
  }
};

using LoadCurve = std::map<double, LoadRuns>;

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

FigurePoint figure_point(double x, const std::vector<double>& values,
                         const std::vector<double>& half_widths) {
  return {x, mean(values), half_width_of(values, half_widths)};
}

std::string axis(const std::string& what, const std::string& unit) {
  return fmt::format("{}\n({})", what, unit);
}

}  // namespace

Picture run_picture(const FigureStyle& style, const Point& point, const SimulationResult& result) {
  std::vector<Panel> maps = channel_panels(point, result.measured);
  std::vector<Panel> others;
  std::vector<Bar> bars;
  for (const Histogram::Bin& bin : result.measured.histogram)
    bars.push_back({static_cast<double>(bin.low), static_cast<double>(bin.high) + 1,
                    static_cast<double>(bin.count)});
  if (!bars.empty())
    others.push_back(
        histogram_panel({"latencies", "latency from birth (cycles)", "messages",
                         fmt::format("{}{}",
                                     style.log_x ? "set logscale x\n"
                                                 : fmt::format("set xtics {}\nset rmargin 3\n",
                                                               round_step(bars.back().high)),
                                     style.log_y ? "set logscale y\n" : "set yrange [0:*]\n")},
                        bars));
  for (Panel& panel : series_panels(result)) others.push_back(std::move(panel));
  std::vector<std::vector<Panel>> rows;
  if (style.column || maps.size() == 1) {
    for (Panel& panel : others) maps.push_back(std::move(panel));
    add_rows(rows, std::move(maps), style.column ? 1 : 2);
  } else {
    add_rows(rows, std::move(maps), 2);
    add_rows(rows, std::move(others), 3);
  }
  return rows_of_panels(style, std::move(rows));
}

namespace {

/// The panels of a sweep, with a curve for each network, engine and pattern.
struct LoadPanels {
  LoadPanels(const std::vector<Point>& points, const PointResults& results);

  std::vector<std::string> legend;
  FigurePanel latency;
  FigurePanel accepted;
  FigurePanel latency_by_accepted;
};

LoadPanels::LoadPanels(const std::vector<Point>& points, const PointResults& results) {
  std::vector<CurveName> names;
  std::vector<LoadCurve> curves;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!results[i]) continue;
    const CurveName name = name_of(points[i]);
    const auto found = std::find(names.begin(), names.end(), name);
    const auto number = static_cast<std::size_t>(found - names.begin());
    if (found == names.end()) {
      names.push_back(name);
      curves.emplace_back();
    }
    curves[number][abscissa(points[i])].add(points[i], *results[i]);
  }
  legend = short_labels(names);
  const Load load = points.empty() ? Load{} : points.front().options.load;
  const std::string rate = unit_text(load);
  const std::string time = axis("mean latency", latency_unit(load));
  const bool closed = !points.empty() && points.front().options.traffic.window;
  const std::string over =
      closed ? axis("window", "outstanding messages per source") : axis("offered load", rate);
  latency = {"latency", over, time, {}};
  accepted = {"accepted load", over, axis("accepted load", rate), {}, Vertical::kProportional};
  latency_by_accepted = {"latency by accepted load", axis("accepted load", rate), time, {}};
  for (unsigned number = 0; number < curves.size(); ++number) {
    for (FigurePanel* panel : {&latency, &accepted, &latency_by_accepted})
      panel->curves.push_back({number, {}});
    bool saturated = false;
    for (const auto& [offered, runs] : curves[number]) {
      accepted.curves.back().points.push_back(
          figure_point(offered, runs.accepted, runs.accepted_half_widths));
      if (runs.saturated && !saturated) {
        saturated = true;
        latency.curves.back().limit = offered;
        accepted.curves.back().limit = offered;
      }
      if (saturated || runs.latency.empty()) continue;
      latency.curves.back().points.push_back(
          figure_point(offered, runs.latency, runs.latency_half_widths));
      latency_by_accepted.curves.back().points.push_back(
          figure_point(mean(runs.accepted), runs.latency, runs.latency_half_widths));
    }
  }
}

}  // namespace

Picture sweep_picture(const FigureStyle& style, const std::vector<Point>& points,
                      const PointResults& results) {
  const LoadPanels panels(points, results);
  return figure(style, panels.legend,
                {panels.latency, panels.accepted, panels.latency_by_accepted});
}

Picture comparison_picture(const FigureStyle& style, const std::vector<Point>& points,
                           const PointResults& results, const std::vector<ComparisonRow>& rows) {
  const LoadPanels panels(points, results);
  std::vector<std::string> networks;
  for (const Point& point : points)
    if (networks.empty() || networks.back() != point.label) networks.push_back(point.label);
  FigurePanel difference{"difference from the first",
                         panels.latency.x,
                         axis("difference in mean latency", "%"),
                         {},
                         Vertical::kSigned};
  for (unsigned number = 1; number < networks.size(); ++number) {
    difference.curves.push_back({number, {}});
    for (const ComparisonRow& row : rows)
      if (row.network == networks[number] && row.quantity == kMeanLatency && row.load &&
          row.remark.empty() && row.baseline_value > 0)
        difference.curves.back().points.push_back(
            {*row.load, 100 * row.difference.mean / row.baseline_value,
             100 * row.difference.half_width / row.baseline_value});
  }
  return figure(style, panels.legend, {panels.latency, difference, panels.accepted});
}

}  // namespace wayfarer
