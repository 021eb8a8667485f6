// How tight bounds on the response of the line are: the longest response that a search finds beside
// the bound that docs/linear-schedules.md proves, network calculus, and a TSN shaper, for 2 to 16
// hosts and three families of lengths. The paper asks "how to obtain better schedules in terms of
// smaller p_i and d_i values" (section V): a schedule is as good as the bound that proves it.
#include <fmt/format.h>

#include "core/error.hpp"
#include "family/linear/trial.hpp"
#include "papers/linear/calculus.hpp"
#include "papers/linear/paper.hpp"
#include "papers/linear/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kTrials = 2'000;
constexpr unsigned kMostHosts = 16;
constexpr Cycle kFlits = 16;  ///< Of the shortest messages: none is shorter than its path.

struct Family {
  const char* name;
  Cycle (*flits)(unsigned host, unsigned hosts);  ///< Of host 1, 2, ... from the server.
};
constexpr Family kFamilies[] = {
    {"equal", [](unsigned, unsigned) -> Cycle { return kFlits; }},
    {"longer upstream", [](unsigned host, unsigned) -> Cycle { return kFlits + 4 * (host - 1); }},
    {"longer downstream",
     [](unsigned host, unsigned hosts) -> Cycle { return kFlits + 4 * (hosts - host); }}};
constexpr ScheduleKind kKinds[] = {ScheduleKind::kConservativeRepaired,
                                   ScheduleKind::kUniformTight};

/// Of the last host, the one with the longest way, without hops.
struct Tightness {
  unsigned hosts;
  bool exact;     ///< All phases were tried, or the search attains the bound.
  double search;  ///< The longest response found.
  double proven;
  double pay_once;
  double separate;
  double shaper;
};

std::string cell_name(ScheduleKind kind, const Family& family) {
  return fmt::format("{}, {} lengths", to_string(kind), family.name);
}

Tightness measure(ScheduleKind kind, const Family& family, unsigned hosts,
                  const ReproductionOptions& options) {
  std::vector<Cycle> flits;
  for (unsigned host = 1; host <= hosts; ++host) flits.push_back(family.flits(host, hosts));
  const LinearTopology topology = LinearTopology::line(hosts);
  const Schedule schedule = make_schedule(kind, topology, flits);
  const SearchResult found =
      search_phases(search_problem(schedule), on_trains(topology, schedule),
                    options.runs == 0 ? kTrials : options.runs, options.seed, options.progress);
  if (found.interrupted) throw Interrupted("interrupted");
  std::vector<PeriodicMessage> line;
  for (const HostSchedule& host : schedule.hosts) line.push_back({host.period, host.flits});
  for (unsigned host = 0; host < hosts; ++host)
    if (found.hosts[host].response > schedule.hosts[host].bound + schedule.hosts[host].fill)
      throw CheckFailed(fmt::format("{}, {} hosts: host {} takes {} cycles; {} are proved",
                                    cell_name(kind, family), hosts, host + 1,
                                    found.hosts[host].response,
                                    schedule.hosts[host].bound + schedule.hosts[host].fill));
  const HostSchedule& last = schedule.hosts.back();
  const Cycle longest = found.hosts.back().response - last.fill;
  return {hosts,
          found.exhaustive || longest == last.bound,
          static_cast<double>(longest),
          static_cast<double>(last.bound),
          pay_once_bounds(line).back(),
          separate_flow_bounds(line).back(),
          shaper_bounds(line).back()};
}

Panel panel(const std::string& cell, const std::vector<Tightness>& values) {
  struct Line {
    const char* name;
    double Tightness::*value;
  };
  constexpr Line kLines[] = {{"network calculus, SFA", &Tightness::separate},
                             {"network calculus, PMOO", &Tightness::pay_once},
                             {"TSN shapers", &Tightness::shaper},
                             {"proved here", &Tightness::proven},
                             {"longest found", &Tightness::search}};
  std::vector<Curve> curves;
  for (const Line& line : kLines) {
    curves.push_back({line.name, {}});
    for (const Tightness& each : values)
      curves.back().points.emplace_back(each.hosts, each.*line.value);
  }
  curves.back().style = curve_style(kBlack) + " pointtype 6 pointsize 1.2 linewidth 1.5";
  curves.back().with = "points";
  return curves_panel({cell, "hosts", "cycles of the last host, hops not counted",
                       "set logscale y\nset xrange [1:17]\nset key inside top left reverse Left\n"},
                      curves);
}

Reproduction run(const EngineFactory&, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "linear-tightness";
  Picture picture{result.id, {}, 2};
  for (const Family& family : kFamilies)
    for (const ScheduleKind kind : kKinds) {
      const std::string cell = cell_name(kind, family);
      if (cell.find(options.only) == std::string::npos) continue;
      std::vector<Tightness> values;
      unsigned exact = 0;
      for (unsigned hosts = 2; hosts <= kMostHosts; ++hosts) {
        values.push_back(measure(kind, family, hosts, options));
        const Tightness& each = values.back();
        exact += each.exact ? 1 : 0;
        result.note(fmt::format("{}, {} hosts: longest found{}, proved, PMOO, SFA, shapers", cell,
                                hosts, each.exact ? " (exact)" : ""),
                    Json{each.search, each.proven, each.pay_once, each.separate, each.shaper});
      }
      result.note(cell + ": searches that are exact, of 15", exact);
      picture.panels.push_back(panel(cell, values));
    }
  if (picture.panels.empty()) refuse_selection(options.only, cell_name(kKinds[0], kFamilies[0]));
  result.pictures.push_back(std::move(picture));
  result.conditions = {{"seed", options.seed},
                       {"trials", options.runs == 0 ? kTrials : options.runs},
                       {"engine", "rigid trains"},
                       {"unit", "cycles of the last host, hops not counted"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment linear_tightness() {
  return {"linear-tightness",
          "bounds on the last host's response beside the longest one found",
          run,
          /*extra=*/true,
          "",
          {},
          /*selectable=*/true};
}

}  // namespace wayfarer
