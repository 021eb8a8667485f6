// Yang et al., sections II and V: "An implication of this objective is minimizing the average value
// of p_i's and d_i's", and "trade-off exists between quality of schedules and the network
// utilization". Means of the comparison's coefficients of e, nine hosts.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "papers/linear/comparison.hpp"
#include "papers/linear/paper.hpp"

namespace wayfarer {
namespace {

constexpr ScheduleKind kKinds[] = {ScheduleKind::kGreedy, ScheduleKind::kConservative,
                                   ScheduleKind::kUniform, ScheduleKind::kUniformTight};

enum class Part { kPeriod, kD };

const char* name_of(Part part) { return part == Part::kPeriod ? "mean p" : "mean d"; }

double mean_of(const Schedule& schedule, Part part) {
  return part == Part::kPeriod ? schedule.mean_period() : schedule.mean_d();
}

/// Of the printed coefficients; 81 for the misprinted 818.
double paper_mean(ScheduleKind kind, Part part) {
  double sum = 0;
  for (const ScheduleRow& row : schedule_rows())
    if (row.kind == kind && row.period == (part == Part::kPeriod))
      for (const Cycle value : row.values) sum += static_cast<double>(value);
  return sum / kComparedHosts;
}

double paper_utilisation(ScheduleKind kind) {
  double sum = 0;
  for (const ScheduleRow& row : schedule_rows())
    if (row.kind == kind && row.period)
      for (const Cycle value : row.values) sum += 1 / static_cast<double>(value);
  return sum;
}

void add_means(Reproduction& result) {
  for (const ScheduleKind kind : kKinds)
    for (const Part part : {Part::kPeriod, Part::kD}) {
      const std::string cell = fmt::format("{}, nine hosts: {}", to_string(kind), name_of(part));
      const double ours = mean_of(as_compared(kind, kComparedHosts), part);
      if (kind == ScheduleKind::kUniformTight)
        result.note(cell, ours);
      else
        result.compare(cell, paper_mean(kind, part), ours, 1e-9);
    }
}

/// "For d_i's, no value is larger, and all but the first are reduced. For p_i's, all but the first
/// three are reduced."
void claim_reductions(Reproduction& result) {
  const Schedule greedy = as_compared(ScheduleKind::kGreedy, kComparedHosts);
  const Schedule conservative = as_compared(ScheduleKind::kConservative, kComparedHosts);
  unsigned d_reduced = 0;
  unsigned d_larger = 0;
  unsigned p_reduced = 0;
  for (unsigned host = 0; host < kComparedHosts; ++host) {
    d_reduced += conservative.hosts[host].d < greedy.hosts[host].d ? 1 : 0;
    d_larger += conservative.hosts[host].d > greedy.hosts[host].d ? 1 : 0;
    p_reduced += conservative.hosts[host].period < greedy.hosts[host].period ? 1 : 0;
  }
  result.claim("conservative against greedy: values of d reduced, larger", "8, 0",
               fmt::format("{}, {}", d_reduced, d_larger), d_reduced == 8 && d_larger == 0);
  result.claim("conservative against greedy: values of p reduced", "6", p_reduced, p_reduced == 6);
  result.claim(
      "conservative against greedy: utilisation, mean p and mean d", "all lower",
      fmt::format("{:.3f} {:.3f}, {:.1f} {:.1f}, {:.1f} {:.1f}", conservative.utilisation(),
                  greedy.utilisation(), conservative.mean_period(), greedy.mean_period(),
                  conservative.mean_d(), greedy.mean_d()),
      conservative.utilisation() < greedy.utilisation() &&
          conservative.mean_period() < greedy.mean_period() &&
          conservative.mean_d() < greedy.mean_d());
}

/// A point for each number of hosts, 2 to 16, and the paper's for nine.
Panel panel(Part part) {
  std::vector<Curve> curves;
  std::vector<Curve> papers;
  unsigned number = 0;
  for (const ScheduleKind kind : kKinds) {
    Curve curve{to_string(kind), {}};
    for (unsigned hosts = 2; hosts <= 16; ++hosts) {
      const Schedule schedule = as_compared(kind, hosts);
      curve.points.emplace_back(schedule.utilisation(), mean_of(schedule, part));
    }
    curves.push_back(std::move(curve));
    constexpr unsigned kCircle = 6;
    if (kind != ScheduleKind::kUniformTight)
      papers.push_back(paper_points(papers.empty() ? "the paper's, nine hosts" : "",
                                    {{paper_utilisation(kind), paper_mean(kind, part)}}, kBlack,
                                    kCircle));
    ++number;
  }
  curves.insert(curves.end(), papers.begin(), papers.end());
  return curves_panel(
      {fmt::format("{} of 2 to 16 hosts", name_of(part)), "utilisation of the server's link",
       fmt::format("{}, in units of e", name_of(part)),
       "set logscale y\nset xrange [0:1.05]\nset key inside top left reverse Left\n"},
      curves);
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "linear-objective";
  add_means(result);
  claim_reductions(result);
  result.conditions = {{"method", "closed forms; coefficients of e"}, {"hosts", kComparedHosts}};
  result.pictures.push_back({result.id, {panel(Part::kPeriod), panel(Part::kD)}, 2});
  result.summarize("");
  return result;
}

}  // namespace

Experiment linear_objective() {
  return {"linear-objective", "mean periods and delivery times against utilisation", run};
}

}  // namespace wayfarer
