// wayfarer compare: which of several networks is better, by how much, and how surely.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/plot_options.hpp"
#include "cli/progress.hpp"
#include "cli/result_files.hpp"
#include "cli/variants.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "report/run_pictures.hpp"
#include "runs/comparison.hpp"
#include "runs/rates.hpp"
#include "runs/saturation_search.hpp"

namespace wayfarer {
namespace {

struct CompareOptions {
  VariantArguments networks;
  std::string loads;
  std::string threads;
  std::string output;
  ResultFiles files;
  PlotOptions plot;
};

// A search for saturation tries these shares of the channel-load bound.
constexpr unsigned kSearchSteps = 150;
constexpr double kSearchStep = 0.01;

/// Loads that are compared by default, as shares of the lowest load that saturates.
constexpr double kShares[] = {0.25, 0.5, 0.75, 0.9};

/// A load as people would write it.
double short_load(double load) { return std::stod(fmt::format("{:.4g}", load)); }

/// What is compared of a run.
struct Quantity {
  std::string name;
  std::string unit;
  Better better;
  double (*of)(const Point& point, const SimulationResult& result);
};

/// The quantities of runs like this point's.
std::vector<Quantity> quantities_of(const Point& like) {
  const Load& load = like.options.load;
  const std::string time = latency_unit(load);
  std::vector<Quantity> quantities = {
      {kMeanLatency, time, Better::kLow,
       [](const Point& point, const SimulationResult& result) {
         return latency_factor(point.options.load) * result.measured.latency.mean;
       }},
      {"p99 latency", time, Better::kLow,
       [](const Point& point, const SimulationResult& result) {
         return latency_factor(point.options.load) *
                static_cast<double>(result.measured.latency.p99);
       }},
      {"accepted", unit_text(load), Better::kHigh,
       [](const Point& point, const SimulationResult& result) {
         return rates_of(point, result).accepted;
       }},
      {"fairness", "Jain's index", Better::kHigh,
       [](const Point&, const SimulationResult& result) { return result.measured.fairness; }}};
  if (like.energy)
    quantities.push_back({"energy per bit", like.energy->unit, Better::kLow,
                          [](const Point& point, const SimulationResult& result) {
                            return energy_of(point, result)->per_bit.value_or(0);
                          }});
  if (like.options.traffic.finite())
    quantities.insert(quantities.begin(), {"completion", time, Better::kLow,
                                           [](const Point& point, const SimulationResult& result) {
                                             return latency_factor(point.options.load) *
                                                    static_cast<double>(result.last_delivery + 1);
                                           }});
  return quantities;
}

/// The networks under one pattern, and the seeds of all runs.
class Comparison {
 public:
  Comparison(const CompareOptions& options, PointRunner& runner)
      : runner_(runner), seeds_(parse_seeds(options.networks.run.seed)) {
    const auto patterns = parse_patterns(options.networks.run.pattern);
    if (patterns.size() > 1)
      throw UsageError("--pattern: several patterns; legal: one (several are for 'sweep')");
    pattern_ = patterns.front();
    variants_ = options.networks.variants(kDefaultLoad);
    if (variants_.size() < 2)
      throw UsageError(
          "one network is not compared; legal: two configurations or more, or --set with values");
    without_load_ = !has_load(variants_.front().point.options);
    if (without_load_ && !options.loads.empty())
      throw UsageError(options.networks.run.no_load_text());
    if (without_load_ && options.plot.wanted())
      throw UsageError("--plot draws over loads, which this traffic does not have; legal: --csv");
    if (!options.loads.empty()) loads_ = parse_loads(options.loads);
    if (without_load_) loads_ = {0};
  }

  /// Runs everything. Throws Interrupted.
  void run() {
    if (!without_load_) search();
    if (loads_.empty()) choose_loads();
    for (const Variant& variant : variants_)
      for (const double load : loads_)
        for (const std::uint64_t seed : seeds_) points_.push_back(variant.at(pattern_, load, seed));
    results_ = finished(runner_.run(points_, make_progress()));
  }

  [[nodiscard]] std::vector<ComparisonRow> rows() const {
    std::vector<ComparisonRow> rows;
    for (std::size_t v = 1; v < variants_.size(); ++v) {
      for (std::size_t l = 0; l < loads_.size(); ++l)
        for (const Quantity& quantity : quantities_of(variants_.front().point))
          rows.push_back(row_of(v, l, quantity));
      if (without_load_) continue;
      for (const auto& [name, found] : {std::pair("saturation (growth)", &by_growth_),
                                        std::pair("saturation (3x latency)", &by_latency_)}) {
        ComparisonRow row = compare_values((*found)[v], found->front(), Better::kHigh);
        row.quantity = name;
        row.unit = unit_text(variants_.front().point.options.load);
        if (row.outcome == Outcome::kEqual && found->front() == highest_.front())
          row.remark = "none saturates at the loads tried";
        rows.push_back(named(std::move(row), v));
      }
    }
    return rows;
  }

  [[nodiscard]] const std::vector<Point>& points() const { return points_; }
  [[nodiscard]] const PointResults& results() const { return results_; }

 private:
  [[nodiscard]] static PointResults finished(PointResults results) {
    end_progress();
    if (!complete(results)) throw Interrupted("interrupted; --output keeps the finished runs");
    return results;
  }

  [[nodiscard]] ComparisonRow named(ComparisonRow row, std::size_t variant) const {
    row.network = variants_[variant].point.label;
    row.baseline = variants_.front().point.label;
    return row;
  }

  [[nodiscard]] std::size_t index_of(std::size_t variant, std::size_t load) const {
    return (variant * loads_.size() + load) * seeds_.size();
  }

  [[nodiscard]] bool saturated(std::size_t variant, std::size_t load) const {
    const auto first = results_.begin() + static_cast<std::ptrdiff_t>(index_of(variant, load));
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(seeds_.size()),
                       [](const auto& result) { return result->verdict == Verdict::kSaturated; });
  }

  [[nodiscard]] std::vector<double> values(std::size_t variant, std::size_t load,
                                           const Quantity& quantity) const {
    std::vector<double> values;
    for (std::size_t s = 0; s < seeds_.size(); ++s) {
      const std::size_t i = index_of(variant, load) + s;
      values.push_back(quantity.of(points_[i], *results_[i]));
    }
    return values;
  }

  /// Latencies of saturated runs depend on their length: then only that is said.
  [[nodiscard]] ComparisonRow row_of(std::size_t variant, std::size_t load,
                                     const Quantity& quantity) const {
    ComparisonRow row =
        compare_values(values(variant, load, quantity), values(0, load, quantity), quantity.better);
    row.quantity = quantity.name;
    row.unit = quantity.unit;
    if (!without_load_) row.load = loads_[load];
    const bool own = saturated(variant, load);
    const bool first = saturated(0, load);
    if ((own || first) && quantity.unit == latency_unit(points_.front().options.load)) {
      row.outcome = own == first ? Outcome::kUnclear : own ? Outcome::kWorse : Outcome::kBetter;
      row.more_seeds = 0;
      row.remark = own == first ? "both saturate at this load"
                   : own        ? "it saturates at this load"
                                : "the first network saturates at this load";
    }
    return named(std::move(row), variant);
  }

  /// Runs at increasing loads, of each network and seed.
  [[nodiscard]] std::vector<LoadLadder> ladders() const {
    std::vector<LoadLadder> ladders;
    for (const Variant& variant : variants_) {
      const NetworkConfig& config = variant.point.config;
      const RunOptions& options = variant.point.options;
      const LengthsSpec lengths = lengths_of(config, options.traffic);
      const double bound =
          message_rate(config, lengths, {kSearchStep, LoadUnit::kNormalized}) / kSearchStep;
      for (const std::uint64_t seed : seeds_) {
        ladders.emplace_back();
        for (unsigned step = 1; step <= kSearchSteps && step * kSearchStep * bound <= 1; ++step) {
          const double load = load_value(config, lengths, options.load, step * kSearchStep * bound);
          ladders.back().push_back(variant.at(pattern_, short_load(load), seed));
        }
      }
    }
    return ladders;
  }

  void search() {
    const std::vector<LoadLadder> all = ladders();
    const std::vector<double> limits = latency_limits(runner_, all, make_progress());
    end_progress();
    if (limits.empty()) throw Interrupted("interrupted; --output keeps the finished runs");
    by_growth_ = loads_of(all, find_saturation_points(runner_, all, make_progress()));
    by_latency_ = loads_of(all, find_saturation_points(runner_, all, make_progress(), limits));
  }

  /// The first load that saturates, by network and seed; the highest one if none does.
  [[nodiscard]] std::vector<std::vector<double>> loads_of(
      const std::vector<LoadLadder>& all,
      const std::vector<std::optional<SaturationPoint>>& found) {
    end_progress();
    std::vector<std::vector<double>> loads(variants_.size());
    highest_.assign(variants_.size(), {});
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!found[i]) throw Interrupted("interrupted; --output keeps the finished runs");
      loads[i / seeds_.size()].push_back(
          all[i][std::min(found[i]->at, all[i].size() - 1)].options.load.value);
      highest_[i / seeds_.size()].push_back(all[i].back().options.load.value);
    }
    return loads;
  }

  void choose_loads() {
    double lowest = by_growth_.front().front();
    for (const std::vector<double>& loads : by_growth_)
      for (const double load : loads) lowest = std::min(lowest, load);
    for (const double share : kShares) loads_.push_back(short_load(share * lowest));
  }

  PointRunner& runner_;
  std::vector<std::uint64_t> seeds_;
  std::optional<PatternSpec> pattern_;
  std::vector<Variant> variants_;
  bool without_load_ = false;
  std::vector<double> loads_;
  std::vector<std::vector<double>> by_growth_;   ///< Loads that saturate, by network and seed.
  std::vector<std::vector<double>> by_latency_;  //
  std::vector<std::vector<double>> highest_;     ///< Loads that were tried, likewise.
  std::vector<Point> points_;
  PointResults results_;
};

Json results_json(const std::vector<ComparisonRow>& rows, const Comparison& comparison) {
  Json comparisons = Json::array();
  for (const ComparisonRow& row : rows) comparisons.push_back(to_json(row));
  Json json = {{"version", version()},
               {"revision", revision()},
               {"comparisons", std::move(comparisons)},
               {"summary", summary_text(rows)}};
  json["points"] = to_json(comparison.points(), comparison.results())["points"];
  return json;
}

int run_compare(const Program& program, const CompareOptions& options) {
  const unsigned threads = parse_threads(options.threads);
  options.files.check();
  options.plot.check();
  std::optional<PointStore> store;
  if (!options.output.empty()) store.emplace(options.output);
  PointRunner runner(program.engines, threads, std::move(store));
  Comparison comparison(options, runner);
  comparison.run();
  const std::vector<ComparisonRow> rows = comparison.rows();
  options.files.print(fmt::format(
      "{}seeds {}, differences paired by seed; rates: {}; latencies: {}\n{}", to_table(rows),
      options.networks.run.seed, unit_text(comparison.points().front().options.load),
      latency_unit(comparison.points().front().options.load), summary_text(rows)));
  options.files.write(results_json(rows, comparison), to_csv(rows));
  if (options.plot.wanted())
    options.plot.draw(
        comparison_picture(options.plot.style(), comparison.points(), comparison.results(), rows));
  return 0;
}

}  // namespace

void add_compare(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<CompareOptions>();
  options->networks.run.unit = "bytes";
  options->networks.run.seed = "1:8";
  options->networks.run.cycles = "20000";
  CLI::App* command = app.add_subcommand(
      "compare", "Say which of several networks is better, by how much, and how surely");
  options->networks.add_to(*command);
  command->add_option("--load", options->loads,
                      "Loads, as of 'sweep' [25, 50, 75 and 90 % of the lowest that saturates]");
  command->add_option("--threads", options->threads, "Number of concurrent runs [one per core]");
  command->add_option("--output", options->output,
                      "Folder in which finished runs are kept and reused");
  options->files.add_to(*command, "the comparison");
  options->plot.add_to(*command, "latency and differences from the first network over load");
  command->footer(
      "Example: wayfarer compare mesh4x4 torus4x4-adaptive --plot compared\n"
      "         wayfarer compare mesh16x16 --set router.buffers=1,2,4 --pattern transpose\n"
      "All networks get the same seeds; differences from the first one are paired by seed.");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_compare(program, *options); };
  });
}

}  // namespace wayfarer
