#include "report/run_pictures.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "family/registry.hpp"
#include "runs/channel_table.hpp"
#include "runs/report.hpp"

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
  std::vector<Panel> panels;
  for (const auto& [direction, cells] : by_direction)
    panels.push_back(
        cells_panel({direction == "bus" ? "Utilisation of the nodes' buses"
                                        : fmt::format("Utilisation of channels {}", direction),
                     extents.size() == 1 ? "node" : "x", extents.size() == 1 ? "" : "y", ""},
                    columns + 1, rows + 1, cells, down ? FirstRow::kTop : FirstRow::kBottom));
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
      "set key off\n",
      result.warmup);
  return {
      curves_panel({"Accepted load over time; dashed: end of the warm-up", "cycle",
                    "flits per terminal and cycle", warm_up},
                   {accepted}),
      curves_panel({"Latency of the messages delivered", "cycle", "mean latency, cycles", warm_up},
                   {latency})};
}

/// The properties that a curve's points share.
using CurveKey = std::tuple<std::string, std::string, std::string>;  // Setting, pattern, engine.

struct CurvePoint {
  double offered = 0;
  double accepted = 0;
  double latency = 0;
  unsigned runs = 0;
  unsigned latencies = 0;  ///< Runs that have one.
  bool saturated = false;
};

std::string title_of(const CurveKey& key,
                     const std::map<CurveKey, std::map<double, CurvePoint>>& all) {
  const auto& [setting, pattern, engine] = key;
  std::string title = setting;
  if (std::any_of(all.begin(), all.end(),
                  [&](const auto& other) { return std::get<1>(other.first) != std::get<1>(key); }))
    title += ", " + pattern;
  if (engine != to_string(Engine::kModel)) title += ", " + engine;
  return title;
}

/// All panels over the loads show all of them, those without a point as well.
std::string load_range(const std::vector<Point>& points) {
  if (points.empty()) return "";
  const auto [low, high] = std::minmax_element(
      points.begin(), points.end(),
      [](const Point& a, const Point& b) { return a.options.load.value < b.options.load.value; });
  const double margin = std::max(0.05 * (high->options.load.value - low->options.load.value), 1e-3);
  return fmt::format("set xrange [{:.9g}:{:.9g}]\n", low->options.load.value - margin,
                     high->options.load.value + margin);
}

}  // namespace

Picture run_picture(const std::string& name, const Point& point, const SimulationResult& result) {
  Picture picture{name, channel_panels(point, result.measured), 2};
  std::vector<Bar> bars;
  for (const Histogram::Bin& bin : result.measured.histogram)
    bars.push_back({static_cast<double>(bin.low), static_cast<double>(bin.high) + 1,
                    static_cast<double>(bin.count)});
  if (!bars.empty())
    picture.panels.push_back(
        histogram_panel({fmt::format("{}: {}", point.config.name, traffic_text(point)),
                         "latency from birth, cycles", "messages", ""},
                        bars));
  for (Panel& panel : series_panels(result)) picture.panels.push_back(std::move(panel));
  return picture;
}

Picture sweep_picture(const std::string& name, const std::vector<Point>& points,
                      const PointResults& results) {
  std::map<CurveKey, std::map<double, CurvePoint>> curves;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!results[i]) continue;
    const Point& point = points[i];
    const std::optional<PatternSpec>& pattern = point.options.traffic.pattern;
    CurvePoint& sum = curves[{point.label, pattern ? to_string(*pattern) : "",
                              to_string(point.engine)}][point.options.load.value];
    sum.offered += results[i]->offered_flits;
    sum.accepted += results[i]->measured.accepted_flits;
    sum.latency += results[i]->measured.latency.mean;
    sum.latencies += results[i]->measured.latency.count > 0 ? 1 : 0;
    sum.saturated |= results[i]->verdict == Verdict::kSaturated;
    ++sum.runs;
  }

  std::vector<Curve> latency_by_load;
  std::vector<Curve> latency_by_accepted;
  std::vector<Curve> accepted_by_load;
  std::string marks;
  unsigned number = 0;
  for (const auto& [key, loads] : curves) {
    const std::string style = curve_style(number++);
    const std::string title = title_of(key, curves);
    for (std::vector<Curve>* panel : {&latency_by_load, &latency_by_accepted, &accepted_by_load})
      panel->push_back({title, {}, style});
    bool saturated = false;
    for (const auto& [load, sum] : loads) {
      const double runs = sum.runs;
      accepted_by_load.back().points.emplace_back(load, sum.accepted / runs);
      if (sum.saturated && !saturated) {
        saturated = true;
        marks += fmt::format("set arrow from {0}, graph 0 to {0}, graph 1 nohead dashtype 3 {1}\n",
                             load, style);
      }
      if (saturated || sum.latencies == 0) continue;
      const double latency = sum.latency / sum.latencies;
      latency_by_load.back().points.emplace_back(load, latency);
      latency_by_accepted.back().points.emplace_back(sum.accepted / runs, latency);
    }
  }
  const std::string unit =
      points.empty() ? ""
                     : fmt::format("offered load, {}", to_string(points.front().options.load.unit));
  // The key is below, where its lines need room.
  const std::string rising = fmt::format(
      "set yrange [0:*]\nset key outside below\nset bmargin {}\n", 5 + (curves.size() + 1) / 2);
  marks += load_range(points);
  const std::string dashed = points.empty() ? "" : "; dashed: saturates";
  return {
      name,
      {curves_panel({"Latency" + dashed, unit, "mean latency from birth, cycles", rising + marks},
                    latency_by_load),
       curves_panel({"Accepted load" + dashed, unit, "accepted, flits per terminal and cycle",
                     rising + marks},
                    accepted_by_load),
       curves_panel({"Latency by accepted load", "accepted, flits per terminal and cycle",
                     "mean latency from birth, cycles", rising},
                    latency_by_accepted)},
      2};
}

}  // namespace wayfarer
