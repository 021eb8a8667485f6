// Yang et al., sections III to V: the share of the server's link that each schedule uses.
#include <cmath>

#include <fmt/format.h>

#include "papers/linear/comparison.hpp"
#include "papers/linear/paper.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMany = 36;                 ///< For the limits; periods stay below 2^40 cycles.
constexpr double kConservativeLimit = 0.8599;  ///< As printed.
constexpr double kUniformLimit = 0.5;          ///< As printed, wrongly.
constexpr double kExact = 1e-12;

double utilisation(ScheduleKind kind, unsigned hosts) {
  return as_compared(kind, hosts).utilisation();
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
  const auto limit = [&](const char* title, double value, unsigned curve) {
    curves.push_back(
        {title, {{1, value}, {16, value}}, curve_style(curve) + " dashtype 2", "lines"});
  };
  limit("the paper's limit, greedy", 1, 0);
  limit("the paper's limit, conservative", kConservativeLimit, 1);
  limit("the paper's limit, uniform (wrong)", kUniformLimit, 2);
  return {name,
          {curves_panel({"Share of the server's link that is used", "hosts", "utilisation",
                         "set yrange [0:1.05]\nset key outside below maxcols 2\n"},
                        curves)}};
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "linear-utilisation";
  result.compare_absolute("greedy, N = 9: 1/2 + ... + 1/2^N", 1 - std::ldexp(1.0, -9),
                          utilisation(ScheduleKind::kGreedy, kComparedHosts), kExact);
  result.compare_absolute("greedy, limit (N = 36)", 1, utilisation(ScheduleKind::kGreedy, kMany),
                          1e-9);
  result.compare_absolute("conservative, N = 9: 1/F_4 + ... + 1/F_(N+3)",
                          fibonacci_sum(kComparedHosts),
                          utilisation(ScheduleKind::kConservative, kComparedHosts), kExact);
  result.compare_absolute("conservative, limit (N = 36)", kConservativeLimit,
                          utilisation(ScheduleKind::kConservative, kMany), 5e-5);
  // "1/N^2 + 2/N^2 + ... + N/N^2 -> 0.5" adds up i e / p_i, host i's message i-fold.
  result.compare_absolute("uniform, limit (N = 36)", kUniformLimit,
                          utilisation(ScheduleKind::kUniform, kMany), 0.05);
  result.note("uniform, N = 9: sum e/p = 1/N", utilisation(ScheduleKind::kUniform, kComparedHosts));
  result.note("uniform, N = 9, the sum i/N^2 that is printed (-> 0.5)",
              (kComparedHosts + 1) / (2.0 * kComparedHosts));
  result.note("uniform-tight, N = 9", utilisation(ScheduleKind::kUniformTight, kComparedHosts));
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
