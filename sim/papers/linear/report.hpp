// Message schedules, and what a search for bad phases did to them, as tables, CSV, JSON and plots.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "family/linear/trial.hpp"
#include "report/plot.hpp"
#include "runs/report.hpp"

namespace wayfarer {

/// A schedule and, if it was put to the test, the worst responses.
struct ScheduleReport {
  Schedule schedule;
  std::optional<SearchResult> worst;
};

/// For people: one table for each schedule; "bound" is the response that is proven.
[[nodiscard]] std::string to_table(const std::vector<ScheduleReport>& reports);

/// One line of column names and one line for each host of each schedule.
[[nodiscard]] std::string to_csv(const std::vector<ScheduleReport>& reports);

/// {"version", "tree", "schedules": [{"name", "utilisation", "proven", "hosts": [...]}, ...]}.
[[nodiscard]] Json to_json(const LinearTopology& topology,
                           const std::vector<ScheduleReport>& reports);

/// The deadline of each host, one curve for each schedule.
[[nodiscard]] Picture deadlines_picture(const std::string& name,
                                        const std::vector<Schedule>& schedules);

/// One line for each schedule with deadlines that are not proven, saying which hosts' and why.
[[nodiscard]] std::vector<std::string> warnings(const Schedule& schedule);

}  // namespace wayfarer
