// Yang et al., section V: the comparison of schedules for messages of equal length.
#include <fmt/format.h>

#include "family/linear/schedule.hpp"
#include "papers/linear/paper.hpp"
#include "papers/linear/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kHosts = 9;
constexpr Cycle kFlits = 16;              ///< Length of each message in the picture.
constexpr unsigned kMisprint = 7;         ///< The host whose uniform period,
constexpr Cycle kMisprintedPeriod = 818;  ///< 81, is misprinted so.

struct PaperRow {
  ScheduleKind kind;
  bool period;  ///< Else d.
  Cycle values[kHosts];
};

const PaperRow kRows[] = {
    {ScheduleKind::kConservative, false, {2, 3, 5, 8, 13, 21, 34, 55, 89}},
    {ScheduleKind::kGreedy, false, {2, 4, 8, 16, 32, 64, 128, 256, 512}},
    {ScheduleKind::kConservative, true, {3, 5, 8, 13, 21, 34, 55, 89, 144}},
    {ScheduleKind::kGreedy, true, {2, 4, 8, 16, 32, 64, 128, 256, 512}},
    {ScheduleKind::kUniform, false, {1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {ScheduleKind::kUniform, true, {81, 81, 81, 81, 81, 81, 81, 81, 81}},
};

Schedule of_paper(ScheduleKind kind, Cycle flits) {
  return make_schedule(kind, LinearTopology::line(kHosts), std::vector<Cycle>(kHosts, flits),
                       {false, true});
}

void add_cell(Reproduction& result, const PaperRow& row, unsigned host, Cycle measured) {
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

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "linear-table";
  for (const PaperRow& row : kRows) {
    const Schedule schedule = of_paper(row.kind, 1);
    for (unsigned host = 1; host <= kHosts; ++host) {
      const HostSchedule& ours = schedule.hosts[host - 1];
      add_cell(result, row, host, row.period ? ours.period : ours.d);
    }
  }
  result.conditions = {{"method", "closed forms; coefficients of e"}, {"hosts", kHosts}};
  std::vector<Schedule> schedules;
  for (const ScheduleKind kind : schedule_kinds()) schedules.push_back(of_paper(kind, kFlits));
  constexpr unsigned kCross = 2;
  std::vector<std::pair<double, double>> paper;
  for (const PaperRow& row : kRows)
    if (!row.period)
      for (unsigned host = 1; host <= kHosts; ++host)
        paper.emplace_back(host, static_cast<double>(row.values[host - 1] * kFlits));
  result.pictures.push_back(deadlines_picture(
      result.id, schedules, {paper_points("paper, without hops", paper, kBlack, kCross)}));
  result.summarize("");
  return result;
}

}  // namespace

Experiment linear_table() {
  return {"linear-table", "periods and delivery times of the schedules of nine hosts", run};
}

}  // namespace wayfarer
