// Message schedules and the results of the worst-case phase search, as tables, CSV, JSON and plots.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "family/linear/trial.hpp"
#include "report/plot.hpp"
#include "runs/report.hpp"

namespace wayfarer {

/// A schedule and, if it was tested, the worst responses.
struct ScheduleReport {
  Schedule schedule;
  std::optional<SearchResult> worst;
};

/// Text: one table per schedule; "bound" is the proven response.
[[nodiscard]] std::string to_table(const std::vector<ScheduleReport>& reports);

/// A line of column names and a line per host of each schedule.
[[nodiscard]] std::string to_csv(const std::vector<ScheduleReport>& reports);

/// {"version", "tree", "schedules": [{"name", "utilisation", "proven", "hosts": [...]}, ...]}.
[[nodiscard]] Json to_json(const LinearTopology& topology,
                           const std::vector<ScheduleReport>& reports);

/// The deadline of each host, one curve for each schedule, and further curves.
[[nodiscard]] Picture deadlines_picture(const std::string& name,
                                        const std::vector<Schedule>& schedules,
                                        const std::vector<Curve>& others = {});

/// One line per schedule with unproven deadlines, with the hosts and the reason.
[[nodiscard]] std::vector<std::string> warnings(const Schedule& schedule);

}  // namespace wayfarer
