#include "runs/saturation_search.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/text.hpp"
#include "runs/bisection.hpp"
#include "runs/rates.hpp"
#include "runs/search_rounds.hpp"

namespace wayfarer {
namespace {

using Found = std::vector<std::optional<SaturationPoint>>;

/// Positions count from 1; 0 means "no load", which does not saturate.
class Search {
 public:
  /// `limit`: of the mean latency; none: a run's verdict decides.
  Search(const LoadLadder& ladder, std::optional<double> limit)
      : ladder_(ladder),
        limit_(limit),
        bisection_(0, static_cast<unsigned>(ladder.size()) + 1),
        results_(ladder.size()) {}

  [[nodiscard]] bool finished() const { return bisection_.finished(); }
  [[nodiscard]] const Point& next() const { return ladder_[bisection_.next() - 1]; }
  void take(const SimulationResult& result) {
    results_[bisection_.next() - 1] = result;
    bisection_.take(saturates(result));
  }
  [[nodiscard]] std::optional<SaturationPoint> found() const {
    if (!finished()) return std::nullopt;
    return SaturationPoint{bisection_.high() - 1, results_};
  }

 private:
  [[nodiscard]] bool saturates(const SimulationResult& result) const {
    if (!limit_) return result.verdict == Verdict::kSaturated;
    return result.measured.latency.count == 0 || result.measured.latency.mean > *limit_;
  }

  const LoadLadder& ladder_;
  std::optional<double> limit_;
  Bisection bisection_;
  PointResults results_;
};

/// The maximum number of runs of a search among `loads` loads.
unsigned rounds(std::size_t loads) {
  unsigned count = 0;
  while ((std::size_t{1} << count) < loads + 1) ++count;
  return count;
}

/// Progress over all rounds: the searches of a sweep have the same number of loads.
class RoundProgress {
 public:
  RoundProgress(std::size_t rounds, const ProgressCallback& report)
      : rounds_(rounds), report_(report) {}

  [[nodiscard]] ProgressCallback next() {
    const std::size_t before = round_++;
    return [this, before](Cycle done, Cycle total) {
      return !report_ || report_(before * total + done, rounds_ * total);
    };
  }

 private:
  std::size_t rounds_;
  std::size_t round_ = 0;
  const ProgressCallback& report_;
};

bool none_saturates(const LoadLadder& ladder, const SaturationPoint& found) {
  return found.at == ladder.size();
}

/// The row of a search in a table or a file.
Json row_of(const LoadLadder& ladder, const SaturationPoint& found) {
  const std::size_t shown = std::min(found.at, ladder.size() - 1);
  const Json run = to_json(ladder[shown], *found.results[shown]);
  const Json none;
  const bool saturates = !none_saturates(ladder, found);
  const SimulationResult* above = saturates ? &*found.results[found.at] : nullptr;
  const SimulationResult* below = found.at > 0 ? &*found.results[found.at - 1] : nullptr;
  Json row = Json::object();
  for (const char* key :
       {"config", "setting", "engine", "pattern", "process", "message_bytes", "unit",
        "stall_probability", "gap_probability", "seed", "cycles", "warmup"})
    row[key] = run[key];
  if (run.contains("reply")) row["reply"] = run["reply"];
  row["found"] = !saturates ? "none saturates" : below == nullptr ? "all saturate" : "between";
  row["saturation_load"] = saturates ? run["load"] : none;
  row["load_below"] = below ? Json(ladder[found.at - 1].options.load.value) : none;
  row["growth"] = above ? Json(above->growth) : none;
  row["growth_below"] = below ? Json(below->growth) : none;
  row["accepted"] = above ? Json(above->measured.accepted_flits) : none;
  row["accepted_below"] = below ? Json(below->measured.accepted_flits) : none;
  row["latency_below"] = below ? latency_json(below->measured.latency)["mean"] : none;
  row["runs"] = std::count_if(found.results.begin(), found.results.end(),
                              [](const auto& result) { return result.has_value(); });
  row["family"] = ladder[shown].config.family();
  row["rate_unit"] = unit_text(ladder[shown].options.load);
  row["accepted_rate"] = above ? Json(rates_of(ladder[shown], *above).accepted) : none;
  row["accepted_rate_below"] = below ? Json(rates_of(ladder[found.at - 1], *below).accepted) : none;
  for (const char* key : {"version", "revision", "command", "configuration"})
    if (run.contains(key)) row[key] = run[key];
  return row;
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_number_float()) return fmt::format("{:.9g}", value.get<double>());
  return value.is_string() ? csv_quoted(value.get<std::string>()) : value.dump();
}

std::string load_text(const Json& load) {
  return load.is_null() ? "-" : fmt::format("{:g}", load.get<double>());
}

bool complete(const Found& found) {
  return std::all_of(found.begin(), found.end(), [](const auto& one) { return one.has_value(); });
}

}  // namespace

Found find_saturation_points(PointRunner& runner, const std::vector<LoadLadder>& ladders,
                             const ProgressCallback& progress, const std::vector<double>& limits) {
  std::vector<Search> searches;
  for (std::size_t i = 0; i < ladders.size(); ++i)
    searches.emplace_back(ladders[i],
                          limits.empty() ? std::nullopt : std::optional<double>(limits[i]));
  std::size_t most_loads = 0;
  for (const LoadLadder& ladder : ladders) most_loads = std::max(most_loads, ladder.size());
  RoundProgress round_progress(rounds(most_loads), progress);
  search_in_rounds(searches, [&](const std::vector<Point>& points) {
    return runner.run(points, round_progress.next());
  });
  Found found;
  for (const Search& search : searches) found.push_back(search.found());
  return found;
}

std::vector<double> latency_limits(PointRunner& runner, const std::vector<LoadLadder>& ladders,
                                   const ProgressCallback& progress) {
  constexpr double kUnloaded = 0.01;
  std::vector<Point> points;
  for (const LoadLadder& ladder : ladders) {
    points.push_back(ladder.front());
    points.back().options.load = {kUnloaded, LoadUnit::kNormalized};
    points.back().command += fmt::format(" at {:g} of the channel-load bound", kUnloaded);
  }
  std::vector<double> limits;
  for (const auto& result : runner.run(points, progress)) {
    if (!result) return {};
    limits.push_back(kSaturationLatency * result->measured.latency.mean);
  }
  return limits;
}

Json to_json(const std::vector<LoadLadder>& ladders, const Found& found) {
  Json searches = Json::array();
  for (std::size_t i = 0; i < ladders.size(); ++i)
    if (found[i]) searches.push_back(row_of(ladders[i], *found[i]));
  return {{"version", version()},
          {"revision", revision()},
          {"complete", complete(found)},
          {"searches", std::move(searches)}};
}

std::string to_csv(const std::vector<LoadLadder>& ladders, const Found& found) {
  std::string names;
  std::string lines;
  std::vector<Point> points;
  for (const LoadLadder& ladder : ladders) points.push_back(ladder.front());
  const std::vector<std::string> columns = keys_of(points);
  for (std::size_t i = 0; i < ladders.size(); ++i) {
    if (!found[i]) continue;
    Json row = row_of(ladders[i], *found[i]);
    row.erase("configuration");
    std::vector<std::string> keys;
    std::vector<std::string> cells;
    for (const auto& [key, value] : row.items()) {
      keys.push_back(key);
      cells.push_back(csv_cell(value));
    }
    for (const std::string& key : columns) {
      keys.push_back(key);
      cells.push_back(csv_field(key_value(points[i].config, key)));
    }
    names = join(keys, ",") + "\n";
    lines += join(cells, ",") + "\n";
  }
  if (!complete(found)) lines += "# partial: interrupted before the other searches were done\n";
  return names + lines;
}

std::string to_table(const std::vector<LoadLadder>& ladders, const Found& found) {
  std::size_t width = 7;
  for (const LoadLadder& ladder : ladders) width = std::max(width, ladder.front().label.size());
  std::string text =
      fmt::format("{:<{}}  {:<16} {:>6}  {:>10} {:>9}  {:>8} {:>8}  {:>9}  {}\n", "setting", width,
                  "pattern", "seed", "saturation", "below", "growth", "below", "accepted", "found");
  for (std::size_t i = 0; i < ladders.size(); ++i) {
    if (!found[i]) continue;
    const Json row = row_of(ladders[i], *found[i]);
    const auto percent = [&row](const char* key) {
      return row[key].is_null() ? "-" : fmt::format("{:.2f}%", 100 * row[key].get<double>());
    };
    text += fmt::format("{:<{}}  {:<16} {:>6}  {:>10} {:>9}  {:>8} {:>8}  {:>9}  {}\n",
                        ladders[i].front().label, width, row["pattern"].get<std::string>(),
                        row["seed"].get<std::uint64_t>(), load_text(row["saturation_load"]),
                        load_text(row["load_below"]), percent("growth"), percent("growth_below"),
                        load_text(row["accepted"]), row["found"].get<std::string>());
  }
  if (!complete(found)) text += "partial: interrupted before the other searches were done\n";
  return text;
}

}  // namespace wayfarer
