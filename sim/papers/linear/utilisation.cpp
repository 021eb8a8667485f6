// Yang et al., sections III to V: the share of the server's link that each schedule uses.
#include <cmath>

#include <fmt/format.h>

#include "family/linear/schedule.hpp"
#include "papers/linear/paper.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kHosts = 9;
constexpr unsigned kMany = 36;                 ///< For the limits; periods stay below 2^40 cycles.
constexpr double kConservativeLimit = 0.8599;  ///< As printed.
constexpr double kExact = 1e-12;

double utilisation(ScheduleKind kind, unsigned hosts) {
  const ScheduleOptions as_printed{false, true};
  return make_schedule(kind, LinearTopology::line(hosts), std::vector<Cycle>(hosts, 1), as_printed)
      .utilisation();
}

/// The paper's 1/F_4 + ... + 1/F_(N+3).
double fibonacci_sum(unsigned hosts) {
  double before = 2;
  double now = 3;
  double sum = 0;
  for (unsigned host = 0; host < hosts; ++host) {
    sum += 1 / now;
    const double next = before + now;
    before = now;
    now = next;
  }
  return sum;
}

Picture picture(const std::string& name) {
  std::vector<Curve> curves;
  for (const ScheduleKind kind : {ScheduleKind::kGreedy, ScheduleKind::kConservative,
                                  ScheduleKind::kUniform, ScheduleKind::kUniformTight}) {
    curves.push_back({to_string(kind), {}});
    for (unsigned hosts = 1; hosts <= 16; ++hosts)
      curves.back().points.emplace_back(hosts, utilisation(kind, hosts));
  }
  constexpr unsigned kCross = 2;
  curves.push_back(paper_points("paper, nine hosts",
                                {{kHosts, 1 - std::ldexp(1.0, -static_cast<int>(kHosts))},
                                 {kHosts, fibonacci_sum(kHosts)},
                                 {kHosts, 1.0 / kHosts}},
                                kBlack, kCross));
  curves.push_back({"paper, conservative limit",
                    {{1, kConservativeLimit}, {16, kConservativeLimit}},
                    curve_style(kBlack) + " dashtype 2",
                    "lines"});
  return {name,
          {curves_panel({"Share of the server's link that is used", "hosts", "utilisation",
                         "set yrange [0:1.05]\n"},
                        curves)}};
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "linear-utilisation";
  result.compare_absolute("greedy, N = 9: 1/2 + ... + 1/2^N", 1 - std::ldexp(1.0, -9),
                          utilisation(ScheduleKind::kGreedy, kHosts), kExact);
  result.compare_absolute("greedy, limit (N = 36)", 1, utilisation(ScheduleKind::kGreedy, kMany),
                          1e-9);
  result.compare_absolute("conservative, N = 9: 1/F_4 + ... + 1/F_(N+3)", fibonacci_sum(kHosts),
                          utilisation(ScheduleKind::kConservative, kHosts), kExact);
  result.compare_absolute("conservative, limit (N = 36)", kConservativeLimit,
                          utilisation(ScheduleKind::kConservative, kMany), 5e-5);
  result.compare_absolute("uniform, N = 9: sum e/p = 1/N", 1.0 / kHosts,
                          utilisation(ScheduleKind::kUniform, kHosts), kExact);
  // The paper adds up i e / p_i, each host's i-fold.
  result.note("uniform, N = 9, the sum i/N^2 that is printed (-> 0.5)",
              (kHosts + 1) / (2.0 * kHosts));
  result.note("uniform-tight, N = 9", utilisation(ScheduleKind::kUniformTight, kHosts));
  result.conditions = {{"method", "closed forms, equal lengths"}};
  result.pictures.push_back(picture(result.id));
  result.summarize("");
  return result;
}

}  // namespace

Experiment linear_utilisation() {
  return {"linear-utilisation", "share of the server's link that each schedule uses", run};
}

}  // namespace wayfarer
