#include "report/reproduction.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

const char* judge(bool holds) { return holds ? "ok" : "differs"; }

std::vector<std::string> cells_of(const KnownDeviation& miss) {
  std::vector<std::string> cells;
  for (const KnownCell& known : miss.cells) cells.push_back(known.cell);
  return cells;
}

}  // namespace

const char* to_string(MissKind kind) {
  switch (kind) {
    case MissKind::kPaperWrong: return "paper wrong";
    case MissKind::kReadingOpen: return "reading open";
    case MissKind::kCauseKnown: return "cause known";
    case MissKind::kUnknown: return "unknown";
  }
  return "";
}

void Reproduction::compare(const std::string& cell, double paper, double measured,
                           double tolerance) {
  constexpr double kRounding = 1e-5;
  const double deviation = measured / paper - 1;
  rows.push_back({cell, paper, measured, deviation,
                  tolerance <= kRounding ? "exact" : fmt::format("{:g} %", 100 * tolerance),
                  judge(std::abs(deviation) <= tolerance), std::abs(tolerance * paper)});
}

void Reproduction::compare_absolute(const std::string& cell, double paper, double measured,
                                    double tolerance) {
  rows.push_back({cell, paper, measured, measured / paper - 1, fmt::format("{:g}", tolerance),
                  judge(std::abs(measured - paper) <= tolerance), tolerance});
}

void Reproduction::claim(const std::string& cell, const std::string& paper, Json measured,
                         bool holds) {
  rows.push_back({cell, paper, std::move(measured), nullptr, "", judge(holds)});
}

void Reproduction::note(const std::string& cell, Json measured) {
  rows.push_back({cell, nullptr, std::move(measured), nullptr, "", "info"});
}

bool KnownCell::explains(const Json& measured) const {
  constexpr double kRounding = 1e-6;
  double value = std::nan("");
  if (measured.is_number()) value = measured.get<double>();
  if (measured.is_string()) value = std::strtod(measured.get<std::string>().c_str(), nullptr);
  return value >= low - kRounding && value <= high + kRounding;
}

unsigned Reproduction::count(const std::string& verdict) const {
  return static_cast<unsigned>(
      std::count_if(rows.begin(), rows.end(),
                    [&](const ReproductionRow& row) { return row.verdict == verdict; }));
}

void Reproduction::summarize(const std::string& more) {
  const unsigned good = count("ok");
  summary = fmt::format("{} of {} values and claims as in the paper{}{}", good,
                        good + count("differs"), more.empty() ? "" : "; ", more);
}

std::string listed_description(const Experiment& experiment) {
  return experiment.description + (experiment.extra ? " (extra)" : "");
}

Json request_of(const ReproductionOptions& options) {
  return {{"cycles", options.cycles},
          {"runs", options.runs},
          {"only", options.only},
          {"seed", options.seed}};
}

Reproduction reproduce(const Experiment& experiment, const EngineFactory& engines,
                       const ReproductionOptions& options) {
  Reproduction result = experiment.run(engines, options);
  result.description = experiment.description;
  result.source = experiment.source;
  result.request = request_of(options);
  std::map<std::string, Json> misses;  // what was measured, by cell
  for (const ReproductionRow& row : result.rows)
    if (row.verdict == "differs") misses.emplace(row.cell, row.measured);
  for (const KnownDeviation& miss : experiment.known) {
    KnownDeviation found{miss.kind, miss.reason, {}};
    for (const KnownCell& known : miss.cells) {
      const auto at = misses.find(known.cell);
      if (at == misses.end()) continue;
      if (known.explains(at->second))
        found.cells.push_back(known);
      else
        result.unexplained.push_back(fmt::format("{} (the reason known explains {:g} to {:g})",
                                                 known.cell, known.low, known.high));
      misses.erase(at);
    }
    if (!found.cells.empty()) result.known.push_back(std::move(found));
  }
  for (const auto& [cell, measured] : misses) result.unexplained.push_back(cell);
  return result;
}

std::string value_text(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_array()) {
    std::vector<std::string> parts;
    for (const Json& entry : value) parts.push_back(fmt::format("{:.2f}", entry.get<double>()));
    return join(parts, " ");
  }
  if (value.is_number_float()) return fmt::format("{:.5g}", value.get<double>());
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Json to_json(const Reproduction& reproduction) {
  Json rows = Json::array();
  for (const ReproductionRow& row : reproduction.rows)
    rows.push_back({{"cell", row.cell},
                    {"paper", row.paper},
                    {"measured", row.measured},
                    {"deviation", row.deviation},
                    {"tolerance", row.tolerance},
                    {"verdict", row.verdict}});
  Json known = Json::array();
  for (const KnownDeviation& miss : reproduction.known)
    known.push_back(
        {{"kind", to_string(miss.kind)}, {"reason", miss.reason}, {"cells", cells_of(miss)}});
  Json pictures = Json::array();
  for (const Picture& picture : reproduction.pictures) pictures.push_back(picture.name);
  Json document = {{"id", reproduction.id},
                   {"description", reproduction.description},
                   {"paper", reproduction.source},
                   {"rows", std::move(rows)},
                   {"summary", reproduction.summary},
                   {"known_deviations", std::move(known)},
                   {"unexplained", reproduction.unexplained},
                   {"version", version()},
                   {"revision", revision()},
                   {"request", reproduction.request},
                   {"conditions", reproduction.conditions},
                   {"pictures", std::move(pictures)}};
  if (!reproduction.points.empty())
    document["points"] = to_json(reproduction.points, reproduction.results)["points"];
  return document;
}

std::string to_csv(const Reproduction& reproduction) {
  std::string text = "cell,paper,measured,deviation,tolerance,verdict\n";
  for (const ReproductionRow& row : reproduction.rows)
    text += fmt::format("{},{},{},{},{},{}\n", csv_quoted(row.cell),
                        csv_quoted(value_text(row.paper)), csv_quoted(value_text(row.measured)),
                        value_text(row.deviation), row.tolerance, row.verdict);
  return text;
}

std::string to_table(const Reproduction& reproduction) {
  std::size_t cell = 4;
  std::size_t paper = 5;
  std::size_t measured = 8;
  for (const ReproductionRow& row : reproduction.rows) {
    cell = std::max(cell, row.cell.size());
    paper = std::max(paper, value_text(row.paper).size());
    measured = std::max(measured, value_text(row.measured).size());
  }
  std::string text =
      fmt::format("{:<{}}  {:<{}}  {:<{}}  {:>9}  {:>9}  {}\n", "cell", cell, "paper", paper,
                  "measured", measured, "deviation", "tolerance", "verdict");
  for (const ReproductionRow& row : reproduction.rows) {
    const std::string deviation = row.deviation.is_number()
                                      ? fmt::format("{:+.2f} %", 100 * row.deviation.get<double>())
                                      : "";
    text += fmt::format("{:<{}}  {:<{}}  {:<{}}  {:>9}  {:>9}  {}\n", row.cell, cell,
                        value_text(row.paper), paper, value_text(row.measured), measured, deviation,
                        row.tolerance, row.verdict);
  }
  text += fmt::format("{}: {}\n", reproduction.id, reproduction.summary);
  for (const KnownDeviation& miss : reproduction.known)
    text +=
        fmt::format("{}: {}: {}\n", to_string(miss.kind), join(cells_of(miss), "; "), miss.reason);
  for (const std::string& miss : reproduction.unexplained)
    text += fmt::format("unexplained: {}\n", miss);
  return text;
}

Picture comparison(const Reproduction& reproduction, const std::string& unit,
                   const std::vector<std::string>& prefixes, unsigned columns, double highest) {
  Picture picture{reproduction.id, {}, columns};
  const std::string top = highest == 0 ? "*" : fmt::format("{:.9g}", highest);
  for (const std::string& prefix : prefixes) {
    std::vector<std::string> groups;
    std::vector<Interval> allowed;
    std::vector<Interval> measured;
    for (const ReproductionRow& row : reproduction.rows) {
      if (row.cell.compare(0, prefix.size(), prefix) != 0 || !row.paper.is_number()) continue;
      groups.push_back(row.cell.substr(prefix.size()));
      const auto paper = row.paper.get<double>();
      const auto ours = row.measured.get<double>();
      allowed.push_back({paper, paper - row.margin, paper + row.margin});
      measured.push_back(row.extremes.value_or(Interval{ours, ours, ours}));
    }
    const std::string title = prefix.substr(0, prefix.find_last_not_of(", :") + 1);
    if (!groups.empty())
      picture.panels.push_back(
          intervals_panel({title, "", unit,
                           fmt::format("set key outside top center horizontal\nset yrange [0:{}]\n"
                                       "set offsets graph 0, graph 0, graph 0.05, graph 0\n",
                                       top)},
                          groups, allowed, measured));
  }
  return picture;
}

void refuse_selection(const std::string& only, const std::string& example) {
  throw UsageError(fmt::format("no cell's name contains '{}'; a name is '{}'", only, example));
}

PointResults run_all(const EngineFactory& engines, const std::vector<Point>& points,
                     const ReproductionOptions& options) {
  PointResults results = run_points(engines, points, options.threads, options.progress);
  if (!complete(results))
    throw Interrupted("interrupted: a part of a figure is not compared with the paper's figure");
  return results;
}

Point uniform_point(const NetworkConfig& config, double normalized_load,
                    const ReproductionOptions& options, Cycle default_cycles) {
  Point point;
  point.config = config;
  point.label = config.name;
  point.options.load = {normalized_load, LoadUnit::kNormalized};
  point.options.cycles = options.cycles_or(default_cycles);
  point.options.seed = options.seed;
  return point;
}

std::size_t peak(const std::vector<Point>& points, const PointResults& results,
                 const std::string& label, double highest_load) {
  std::size_t best = points.size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].label != label || points[i].options.load.value > highest_load) continue;
    if (best == points.size() ||
        results[i]->measured.accepted_flits > results[best]->measured.accepted_flits)
      best = i;
  }
  return best;
}

Json peak_conditions(const std::string& key, const std::string& networks, const RunOptions& run,
                     const Json& loads) {
  return {
      {key, networks},
      {"cycles", run.cycles},
      {"warmup", warmup_of(run)},
      {"seed", run.seed},
      {"engine", "model"},
      {"peak", fmt::format("highest ejection rate over the loads up to {:g}", kAroundSaturation)},
      {"loads", loads}};
}

}  // namespace wayfarer
