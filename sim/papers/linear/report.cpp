#include "papers/linear/report.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace wayfarer {
namespace {

/// The text of a column that may be empty.
std::string cycles_or(const char* nothing, Cycle cycles) {
  return cycles == kNever ? nothing : fmt::format("{}", cycles);
}

Cycle proven_response(const HostSchedule& host) {
  return host.bound == kNever ? kNever : host.bound + host.fill;
}

Cycle worst_response(const ScheduleReport& report, std::size_t host) {
  return report.worst ? report.worst->hosts[host].response : kNever;
}

std::string table_of(const ScheduleReport& report) {
  const Schedule& schedule = report.schedule;
  std::string text =
      fmt::format("{}: utilisation {:.6f}, mean period {:.2f}, mean d {:.2f}{}\n",
                  to_string(schedule.kind), schedule.utilisation(), schedule.mean_period(),
                  schedule.mean_d(), schedule.least ? "" : "; the search is not complete");
  if (schedule.service != 0)
    text += fmt::format("round trips, with an answer {} cycle{} after a request\n",
                        schedule.service, schedule.service == 1 ? "" : "s");
  text += fmt::format("{:>4} {:>8} {:>9} {:>9} {:>5} {:>9} {:>9} {:>9}  {}\n", "host", "flits",
                      "period", "d", "fill", "deadline", "bound", "worst", "deadline proven");
  for (std::size_t i = 0; i < schedule.hosts.size(); ++i) {
    const HostSchedule& host = schedule.hosts[i];
    const Cycle worst = worst_response(report, i);
    const bool missed = worst != kNever && worst > host.deadline();
    text += fmt::format("{:>4} {:>8} {:>9} {:>9} {:>5} {:>9} {:>9} {:>9}  {}{}\n", i + 1,
                        host.flits, host.period, host.d, host.fill, host.deadline(),
                        cycles_or("-", proven_response(host)), cycles_or("-", worst),
                        host.proven() ? "yes" : "no: " + host.doubt, missed ? "  MISSED" : "");
  }
  return text;
}

Json number_or_null(Cycle cycles) { return cycles == kNever ? Json(nullptr) : Json(cycles); }

Json to_json(const ScheduleReport& report) {
  Json hosts = Json::array();
  for (std::size_t i = 0; i < report.schedule.hosts.size(); ++i) {
    const HostSchedule& host = report.schedule.hosts[i];
    hosts.push_back({{"host", i + 1},
                     {"flits", host.flits},
                     {"period", host.period},
                     {"d", host.d},
                     {"fill", host.fill},
                     {"deadline", host.deadline()},
                     {"bound", number_or_null(proven_response(host))},
                     {"proven", host.proven()},
                     {"doubt", host.doubt}});
    if (!report.worst) continue;
    hosts.back()["worst"] = report.worst->hosts[i].response;
    hosts.back()["phases"] = report.worst->hosts[i].phases;
  }
  Json document = {{"name", to_string(report.schedule.kind)},
                   {"utilisation", report.schedule.utilisation()},
                   {"mean_period", report.schedule.mean_period()},
                   {"mean_d", report.schedule.mean_d()},
                   {"least", report.schedule.least},
                   {"service", report.schedule.service},
                   {"proven", report.schedule.proven()},
                   {"hosts", std::move(hosts)}};
  if (report.worst) {
    document["trials"] = report.worst->trials;
    document["exhaustive"] = report.worst->exhaustive;
    document["interrupted"] = report.worst->interrupted;
  }
  return document;
}

}  // namespace

std::string to_table(const std::vector<ScheduleReport>& reports) {
  std::string text;
  for (const ScheduleReport& report : reports)
    text += (text.empty() ? "" : "\n") + table_of(report);
  return text;
}

std::string to_csv(const std::vector<ScheduleReport>& reports) {
  std::string text =
      "schedule,utilisation,host,flits,period,d,fill,deadline,bound,worst,proven,doubt\n";
  for (const ScheduleReport& report : reports)
    for (std::size_t i = 0; i < report.schedule.hosts.size(); ++i) {
      const HostSchedule& host = report.schedule.hosts[i];
      text +=
          fmt::format("{},{:.6f},{},{},{},{},{},{},{},{},{},{}\n", to_string(report.schedule.kind),
                      report.schedule.utilisation(), i + 1, host.flits, host.period, host.d,
                      host.fill, host.deadline(), cycles_or("", proven_response(host)),
                      cycles_or("", worst_response(report, i)), host.proven(), host.doubt);
    }
  return text;
}

Json to_json(const LinearTopology& topology, const std::vector<ScheduleReport>& reports) {
  Json schedules = Json::array();
  for (const ScheduleReport& report : reports) schedules.push_back(to_json(report));
  return {{"version", version()}, {"tree", topology.tree()}, {"schedules", std::move(schedules)}};
}

Picture deadlines_picture(const std::string& name, const std::vector<Schedule>& schedules,
                          const std::vector<Curve>& others) {
  std::vector<Curve> curves;
  for (const Schedule& schedule : schedules) {
    curves.push_back({to_string(schedule.kind), {}});
    for (std::size_t i = 0; i < schedule.hosts.size(); ++i)
      curves.back().points.emplace_back(i + 1, schedule.hosts[i].deadline());
  }
  curves.insert(curves.end(), others.begin(), others.end());
  return {
      name,
      {curves_panel({"Deadlines, hops counted", "host", "cycles", "set logscale y 2\n"}, curves)}};
}

std::vector<std::string> warnings(const Schedule& schedule) {
  std::vector<std::string> lines;
  std::vector<std::string> hosts;
  for (std::size_t i = 0; i < schedule.hosts.size(); ++i) {
    const HostSchedule& host = schedule.hosts[i];
    if (host.proven()) continue;
    hosts.push_back(fmt::format("{}", i + 1));
    const bool last = i + 1 == schedule.hosts.size() || schedule.hosts[i + 1].doubt != host.doubt;
    if (!last) continue;
    lines.push_back(fmt::format("{} can miss: not proven for host{} {} ({})",
                                to_string(schedule.kind), hosts.size() == 1 ? "" : "s", join(hosts),
                                host.doubt));
    hosts.clear();
  }
  return lines;
}

}  // namespace wayfarer
