// Fulgham and Snyder, Figures 1 and 2: throughput and latency of the torus routers over the applied
// load, in fixed order. The figures have no readable numbers; the text describes them. Where it has
// words only, the rows give the bounds chosen for them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/registry.hpp"
#include "papers/fs/claims.hpp"
#include "papers/fs/columns.hpp"
#include "report/saturation.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kLoads = 20;             ///< 0.05 to 1.0: the steps of Table 1.
constexpr double kLightlyLoaded = 1.0 / 3;  ///< "Initially": up to this share of saturation.
constexpr double kMessagesAtOne = 1.0 / 80;
constexpr double kAlike = 0.05;       ///< "Indistinguishable".
constexpr double kEquivalent = 0.01;  ///< Tolerance of "equivalent" throughput.

struct Traffic {
  std::string name;
  std::string pattern;
};

struct Figure {
  std::string id;
  std::vector<Traffic> traffic;
};

constexpr const char* kOblivious = "oblivious";
constexpr const char* kTriplex = "triplex";
constexpr const char* kRouters[] = {kOblivious, "star", kTriplex};
constexpr const char* kPolicies[] = {"input-driven", "output-driven"};
constexpr unsigned kIn = 0;
constexpr unsigned kOut = 1;

double load_of(unsigned step) { return (step + 1) / 20.0; }

/// Two curves of each panel of a traffic: one router, input- and output-driven.
struct Cell {
  Traffic traffic;
  std::string router;

  [[nodiscard]] std::string name() const { return fmt::format("{}, {}", traffic.name, router); }
};

Point point_of(const Cell& cell, const std::string& policy, unsigned step,
               const ReproductionOptions& options) {
  SaturationCell run{fmt::format("{}, {}", cell.name(), policy),
                     load_config(find_config("fs-torus16x16-" + cell.router)),
                     parse_pattern(cell.traffic.pattern + ":self"), kMessagesAtOne};
  set_key(run.config, "router.policy", equal_chances(policy));
  return saturation_run(run, load_of(step), options.seed, options.cycles_or(kSaturationCycles));
}

/// The runs of one figure and the claims about them.
class Study {
 public:
  /// Measures the cells whose name contains `options.only`.
  Study(const EngineFactory& engines, const ReproductionOptions& options, Figure figure)
      : figure_(std::move(figure)) {
    for (const Traffic& traffic : figure_.traffic)
      for (const char* router : kRouters) {
        const Cell cell{traffic, router};
        if (cell.name().find(options.only) != std::string::npos) cells_.push_back(cell);
      }
    if (cells_.empty())
      refuse_selection(options.only, Cell{figure_.traffic.front(), kOblivious}.name());
    for (const Cell& cell : cells_)
      for (const char* policy : kPolicies)
        for (unsigned step = 0; step < kLoads; ++step)
          result_.points.push_back(point_of(cell, policy, step, options));
    result_.results = run_all(engines, result_.points, options);
  }

  Reproduction report() {
    result_.id = figure_.id;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      for (const unsigned policy : {kIn, kOut}) {
        const std::string name = fmt::format("{}, {}", cells_[c].name(), kPolicies[policy]);
        result_.note(name + ": greatest throughput, %", peak(c, policy));
        result_.note(name + ": latency at load 0.1", latency(c, policy, 1));
      }
    claim_low_loads();
    claim_throughput();
    claim_near_saturation();
    claim_overload();
    const RunOptions& options = result_.points.front().options;
    result_.conditions = {{"engine", "model"},
                          {"seed", options.seed},
                          {"cycles", options.cycles},
                          {"warmup", warmup_of(options)},
                          {"loads", "0.05 to 1.0 in steps of 0.05"},
                          {"throughput", "100 %: a message of each node in 80 cycles"},
                          {"latency", "cycles in the network"}};
    result_.pictures.push_back(picture());
    result_.summarize("");
    return std::move(result_);
  }

 private:
  [[nodiscard]] const SimulationResult& run(std::size_t cell, unsigned policy,
                                            unsigned step) const {
    return *result_.results[(cell * std::size(kPolicies) + policy) * kLoads + step];
  }
  [[nodiscard]] double latency(std::size_t cell, unsigned policy, unsigned step) const {
    return run(cell, policy, step).measured.network_latency.mean;
  }
  /// In percent.
  [[nodiscard]] double throughput(std::size_t cell, unsigned policy, unsigned step) const {
    return 100 * run(cell, policy, step).measured.accepted_messages / kMessagesAtOne;
  }
  [[nodiscard]] double peak(std::size_t cell, unsigned policy) const {
    double most = 0;
    for (unsigned step = 0; step < kLoads; ++step)
      most = std::max(most, throughput(cell, policy, step));
    return most;
  }
  [[nodiscard]] std::string name_at(std::size_t cell, unsigned step) const {
    return fmt::format("{} at {:.2f}", cells_[cell].name(), load_of(step));
  }

  /// The first load at which the router of a policy saturates; kLoads: none.
  [[nodiscard]] unsigned knee(std::size_t cell, unsigned policy) const {
    unsigned step = 0;
    while (step < kLoads && run(cell, policy, step).growth <= kSaturationGrowth) ++step;
    return step;
  }
  /// "The complement traffic is the only exception" of throughput and saturation, on adaptive
  /// routers: their output-driven variants saturate first.
  [[nodiscard]] bool exception(std::size_t cell) const {
    return cells_[cell].traffic.pattern == "bit-complement" && cells_[cell].router != kOblivious;
  }

  void claim_low_loads() {
    ClaimedCells alike;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const double saturation = load_of(std::min(knee(c, kIn), knee(c, kOut)));
      for (unsigned step = 0; load_of(step) <= kLightlyLoaded * saturation + kRounding; ++step)
        alike.add(std::abs(latency(c, kOut, step) / latency(c, kIn, step) - 1) <= kAlike,
                  name_at(c, step));
    }
    alike.claim(result_,
                "latency of input- and output-driven, up to a third of the load of saturation",
                "indistinguishable (within 5 %)");
  }

  void claim_throughput() {
    ClaimedCells better;
    ClaimedCells complement;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      const double gain = peak(c, kOut) / peak(c, kIn) - 1;
      if (cells_[c].traffic.pattern != "bit-complement" || cells_[c].router == kOblivious)
        better.add(gain >= -kEquivalent, cells_[c].name());
      else if (cells_[c].router == kTriplex)
        complement.add(gain < 0, cells_[c].name());
    }
    better.claim(result_, "greatest throughput, output-driven against input-driven",
                 "higher or equivalent (at most 1 % below)");
    complement.claim(result_, "the same, complement on the triplex router", "below");
  }

  /// "In the neighborhood of saturation": at the first load at which the input-driven router
  /// saturates; one step below is a note.
  void claim_near_saturation() {
    for (const unsigned below : {0u, 1u}) {
      ClaimedCells mean;
      ClaimedCells deviation;
      for (std::size_t c = 0; c < cells_.size(); ++c) {
        if (knee(c, kIn) == kLoads || knee(c, kIn) < below) continue;
        const unsigned step = knee(c, kIn) - below;
        const Measurements& out = run(c, kOut, step).measured;
        const Measurements& in = run(c, kIn, step).measured;
        if (exception(c)) {
          result_.note(name_at(c, step) + ": latency of output-driven over input-driven",
                       out.network_latency.mean / in.network_latency.mean);
          continue;
        }
        mean.add(out.network_latency.mean <= in.network_latency.mean, name_at(c, step));
        deviation.add(out.network_latency.sd <= in.network_latency.sd, name_at(c, step));
      }
      if (below == 0) {
        mean.claim(result_, "latency of output-driven where input-driven saturates", "lower");
        deviation.claim(result_, "its deviation there", "lower");
      } else {
        mean.note(result_, "latency of output-driven one step below");
        deviation.note(result_, "its deviation one step below");
      }
    }
  }

  void claim_overload() {
    ClaimedCells higher;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      if (cells_[c].router == kOblivious)
        higher.add(latency(c, kOut, kLoads - 1) > latency(c, kIn, kLoads - 1), cells_[c].name());
    higher.claim(result_, "latency of the oblivious output-driven router at load 1.0",
                 "higher than input-driven");
  }

  /// A row for each traffic: throughput, and latency beside it, on an axis that shows low and high
  /// ones.
  [[nodiscard]] Picture picture() const {
    Picture result{figure_.id, {}, 2};
    for (const Traffic& traffic : figure_.traffic) {
      std::vector<Curve> throughputs = curves(traffic, false);
      if (throughputs.empty()) continue;
      for (Curve& marks : table1_marks(traffic)) throughputs.push_back(std::move(marks));
      const std::string common = "set xrange [0:1.05]\nset key inside top left reverse Left\n";
      result.panels.push_back(curves_panel({traffic.name, "normalized applied load",
                                            "throughput, %", common + "set yrange [0:105]\n"},
                                           throughputs));
      result.panels.push_back(
          curves_panel({traffic.name, "normalized applied load", "latency in the network, cycles",
                        common + "set logscale y\nset yrange [50:4000]\n"},
                       curves(traffic, true)));
    }
    return result;
  }

  /// The loads of saturation of the paper's Table 1, above the axis of loads: a row of marks for
  /// each router.
  [[nodiscard]] static std::vector<Curve> table1_marks(const Traffic& traffic) {
    constexpr unsigned kCircle = 6;
    constexpr unsigned kSquare = 4;
    constexpr double kRow = 5;
    std::vector<Curve> result;
    const std::vector<TableColumn>& columns = table1_columns();
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (unsigned task = 0; task < kTasks; ++task) {
        if (traffic.name != kTraffic[task]) continue;
        const bool input = columns[c].policy == std::string(kInputDriven);
        const auto router = static_cast<unsigned>(c / 2);
        result.push_back(paper_points("", {{columns[c].paper[task], kRow * (3 - router)}}, router,
                                      input ? kCircle : kSquare));
      }
    if (result.empty()) return result;
    // Outside of the axes: for the legend.
    const std::vector<std::pair<double, double>> nowhere = {{-1, -1}};
    result.push_back(paper_points("Table 1, input saturates", nowhere, kBlack, kCircle));
    result.push_back(paper_points("Table 1, output saturates", nowhere, kBlack, kSquare));
    return result;
  }

  /// A colour per router, broken lines for output-driven ones.
  [[nodiscard]] std::vector<Curve> curves(const Traffic& traffic, bool of_latency) const {
    std::vector<Curve> result;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (cells_[c].traffic.name != traffic.name) continue;
      const std::string router = cells_[c].router == "star" ? "*-channels" : cells_[c].router;
      for (const unsigned policy : {kIn, kOut}) {
        result.push_back({fmt::format("{} {}", router, policy == kIn ? "input" : "output"),
                          {},
                          fmt::format("{} pointtype 7 pointsize 0.3 dashtype {}",
                                      curve_style(static_cast<unsigned>(c % std::size(kRouters))),
                                      policy == kIn ? 1 : 2)});
        for (unsigned step = 0; step < kLoads; ++step)
          result.back().points.emplace_back(
              load_of(step), of_latency ? latency(c, policy, step) : throughput(c, policy, step));
      }
    }
    return result;
  }

  Figure figure_;
  std::vector<Cell> cells_;
  Reproduction result_;
};

Reproduction run_fig1(const EngineFactory& engines, const ReproductionOptions& options) {
  return Study(engines, options,
               {"fs-fig1",
                {{"random", "uniform"},
                 {"bit reversal", "bit-reversal"},
                 {"complement", "bit-complement"}}})
      .report();
}

Reproduction run_fig2(const EngineFactory& engines, const ReproductionOptions& options) {
  return Study(engines, options,
               {"fs-fig2",
                {{"perfect shuffle", "perfect-shuffle"},
                 {"transpose", "transpose"},
                 {"hot spot 1", "hotspot-1"}}})
      .report();
}

}  // namespace

Experiment fs_fig1() {
  return {"fs-fig1", "throughput and latency on the torus: random, bit reversal, complement",
          run_fig1};
}

Experiment fs_fig2() {
  return {"fs-fig2", "throughput and latency on the torus: shuffle, transpose, hot spot 1",
          run_fig2};
}

}  // namespace wayfarer
