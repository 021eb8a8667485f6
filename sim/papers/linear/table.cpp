// Yang et al., section V: the comparison of schedules for messages of equal length.
#include <fmt/format.h>

#include "papers/linear/comparison.hpp"
#include "papers/linear/paper.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMisprint = 7;         ///< The host whose uniform period,
constexpr Cycle kMisprintedPeriod = 818;  ///< 81, is misprinted so.

Cycle value_of(const ScheduleRow& row, const HostSchedule& host) {
  return row.period ? host.period : host.d;
}

void add_cell(Reproduction& result, const ScheduleRow& row, unsigned host, Cycle measured) {
  const std::string cell =
      fmt::format("{} {}, host {}", to_string(row.kind), row.period ? "p" : "d", host);
  const bool misprint = row.kind == ScheduleKind::kUniform && row.period && host == kMisprint;
  if (misprint)
    result.claim(cell, fmt::format("{}, a misprint of 81", kMisprintedPeriod), measured,
                 measured == row.values[host - 1]);
  else
    result.compare(cell, static_cast<double>(row.values[host - 1]), static_cast<double>(measured),
                   0);
}

/// Conservative-repaired is left out: for equal lengths it is the conservative schedule.
Panel panel(bool period) {
  std::vector<Curve> curves;
  std::vector<Curve> papers;
  for (const ScheduleRow& row : schedule_rows()) {
    if (row.period != period) continue;
    const auto number = static_cast<unsigned>(curves.size());
    curves.push_back({to_string(row.kind), {}});
    std::vector<std::pair<double, double>> printed;
    const Schedule schedule = as_compared(row.kind, kComparedHosts);
    for (unsigned host = 1; host <= kComparedHosts; ++host) {
      curves.back().points.emplace_back(host, value_of(row, schedule.hosts[host - 1]));
      const bool misprint = row.kind == ScheduleKind::kUniform && period && host == kMisprint;
      printed.emplace_back(host, misprint ? kMisprintedPeriod : row.values[host - 1]);
    }
    curves.back().style = curve_style(number) + " pointtype 7 pointsize 0.6";
    constexpr unsigned kCircle = 6;
    papers.push_back(
        paper_points(papers.empty() ? "the paper's" : "", std::move(printed), kBlack, kCircle));
  }
  curves.insert(curves.end(), papers.begin(), papers.end());
  const char* const name = period ? "p" : "d";
  return curves_panel(
      {fmt::format("{} of nine hosts, hops not counted", name), "host",
       fmt::format("{}, in units of e", name),
       "set logscale y 2\nset xrange [0.5:9.5]\nset key inside top left reverse Left\n"},
      curves);
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "linear-table";
  for (const ScheduleRow& row : schedule_rows()) {
    const Schedule schedule = as_compared(row.kind, kComparedHosts);
    for (unsigned host = 1; host <= kComparedHosts; ++host)
      add_cell(result, row, host, value_of(row, schedule.hosts[host - 1]));
  }
  result.conditions = {{"method", "closed forms; coefficients of e"}, {"hosts", kComparedHosts}};
  result.pictures.push_back({result.id, {panel(false), panel(true)}, 2});
  result.summarize("");
  return result;
}

}  // namespace

const std::vector<ScheduleRow>& schedule_rows() {
  static const std::vector<ScheduleRow> rows = {
      {ScheduleKind::kConservative, false, {2, 3, 5, 8, 13, 21, 34, 55, 89}},
      {ScheduleKind::kGreedy, false, {2, 4, 8, 16, 32, 64, 128, 256, 512}},
      {ScheduleKind::kConservative, true, {3, 5, 8, 13, 21, 34, 55, 89, 144}},
      {ScheduleKind::kGreedy, true, {2, 4, 8, 16, 32, 64, 128, 256, 512}},
      {ScheduleKind::kUniform, false, {1, 2, 3, 4, 5, 6, 7, 8, 9}},
      {ScheduleKind::kUniform, true, {81, 81, 81, 81, 81, 81, 81, 81, 81}},
  };
  return rows;
}

Schedule as_compared(ScheduleKind kind, unsigned hosts) {
  const ScheduleOptions as_printed{false, true};
  return make_schedule(kind, LinearTopology::line(hosts), std::vector<Cycle>(hosts, 1), as_printed);
}

Experiment linear_table() {
  return {"linear-table", "periods and delivery times of the schedules of nine hosts", run};
}

}  // namespace wayfarer
