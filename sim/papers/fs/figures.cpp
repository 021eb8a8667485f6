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

constexpr unsigned kLoads = 10;  ///< 0.1 to 1.0.
constexpr unsigned kLow = 3;     ///< Loads up to 0.3 are "initially".
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

double load_of(unsigned step) { return (step + 1) / 10.0; }

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
  set_key(run.config, "router.policy", policy);
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
        result_.note(name + ": latency at load 0.1", latency(c, policy, 0));
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
                          {"loads", "0.1 to 1.0 in steps of 0.1"},
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
    return fmt::format("{} at {:.1f}", cells_[cell].name(), load_of(step));
  }

  void claim_low_loads() {
    ClaimedCells alike;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      for (unsigned step = 0; step < kLow; ++step)
        alike.add(std::abs(latency(c, kOut, step) / latency(c, kIn, step) - 1) <= kAlike,
                  name_at(c, step));
    alike.claim(result_, "latency of input- and output-driven, loads up to 0.3",
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

  /// At the first load of the figure at which the input-driven router saturates.
  void claim_near_saturation() {
    ClaimedCells mean;
    ClaimedCells deviation;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      unsigned step = 0;
      while (step < kLoads && run(c, kIn, step).growth <= kSaturationGrowth) ++step;
      if (step == kLoads) continue;
      mean.add(latency(c, kOut, step) < latency(c, kIn, step), name_at(c, step));
      deviation.add(run(c, kOut, step).measured.network_latency.sd <
                        run(c, kIn, step).measured.network_latency.sd,
                    name_at(c, step));
    }
    mean.claim(result_, "latency of output-driven where input-driven saturates", "lower");
    deviation.claim(result_, "its deviation there", "lower");
  }

  void claim_overload() {
    ClaimedCells higher;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      if (cells_[c].router == kOblivious)
        higher.add(latency(c, kOut, kLoads - 1) > latency(c, kIn, kLoads - 1), cells_[c].name());
    higher.claim(result_, "latency of the oblivious output-driven router at load 1.0",
                 "higher than input-driven");
  }

  /// A row for each traffic: throughput, and latency beside it.
  [[nodiscard]] Picture picture() const {
    Picture result{figure_.id, {}, 2};
    std::vector<std::vector<Curve>> latencies;
    for (const Traffic& traffic : figure_.traffic) latencies.push_back(curves(traffic, true));
    const std::string latency_range = "set xrange [0:1.05]\n" + common_range(latencies);
    for (std::size_t i = 0; i < figure_.traffic.size(); ++i) {
      const Traffic& traffic = figure_.traffic[i];
      if (latencies[i].empty()) continue;
      std::vector<Curve> throughputs = curves(traffic, false);
      for (Curve& marks : table1_marks(traffic)) throughputs.push_back(std::move(marks));
      result.panels.push_back(
          curves_panel({traffic.name, "normalized applied load", "throughput, %",
                        "set xrange [0:1.05]\nset yrange [0:105]\n"},
                       throughputs));
      result.panels.push_back(curves_panel({traffic.name, "normalized applied load",
                                            "latency in the network, cycles", latency_range},
                                           latencies[i]));
    }
    return result;
  }

  /// The loads of saturation of the paper's Table 1, on the line on which all is accepted.
  [[nodiscard]] static std::vector<Curve> table1_marks(const Traffic& traffic) {
    constexpr unsigned kCircle = 6;
    constexpr unsigned kSquare = 4;
    std::vector<Curve> result;
    const std::vector<TableColumn>& columns = table1_columns();
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (unsigned task = 0; task < kTasks; ++task) {
        if (traffic.name != kTraffic[task]) continue;
        const bool input = columns[c].policy == std::string(kInputDriven);
        const double load = columns[c].paper[task];
        result.push_back(paper_points(
            c > 1 ? "" : fmt::format("paper, {}", input ? "input" : "output"), {{load, 100 * load}},
            static_cast<unsigned>(c / 2), input ? kCircle : kSquare));
      }
    return result;
  }

  /// As in the paper: a symbol per router, broken lines for output-driven ones.
  [[nodiscard]] std::vector<Curve> curves(const Traffic& traffic, bool of_latency) const {
    std::vector<Curve> result;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (cells_[c].traffic.name != traffic.name) continue;
      for (const unsigned policy : {kOut, kIn}) {
        result.push_back(
            {fmt::format("{} {}", cells_[c].router, policy == kIn ? "input" : "output"),
             {},
             fmt::format("{} pointtype {} dashtype {}",
                         curve_style(static_cast<unsigned>(c % std::size(kRouters))),
                         c % std::size(kRouters) + 1, policy == kIn ? 1 : 2)});
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
