#include "runs/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/text.hpp"

namespace wayfarer {
namespace {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

/// Relative to the first network's value; none if that is 0.
std::optional<double> share_of(const ComparisonRow& row) {
  if (row.baseline_value == 0) return std::nullopt;
  return row.difference.mean / std::abs(row.baseline_value);
}

std::string load_text(const ComparisonRow& row) {
  return row.load ? fmt::format("{:.4g}", *row.load) : "";
}

/// "mean latency at 0.5, 1; accepted at 2": where a network has this outcome.
std::string places_of(const std::vector<ComparisonRow>& rows, const std::string& network,
                      Outcome outcome) {
  std::vector<std::string> names;  // quantities, in the order of their first row
  std::map<std::string, std::vector<std::string>> loads;
  for (const ComparisonRow& row : rows) {
    if (row.network != network || row.outcome != outcome) continue;
    if (loads.count(row.quantity) == 0) names.push_back(row.quantity);
    std::vector<std::string>& own = loads[row.quantity];
    if (row.load) own.push_back(load_text(row));
  }
  std::vector<std::string> texts;
  for (const std::string& name : names)
    texts.push_back(loads[name].empty() ? name : fmt::format("{} at {}", name, join(loads[name])));
  return join(texts, "; ");
}

}  // namespace

std::string to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::kBetter: return "better";
    case Outcome::kWorse: return "worse";
    case Outcome::kEqual: return "equal";
    case Outcome::kUnclear: break;
  }
  return "no difference seen";
}

ComparisonRow compare_values(const std::vector<double>& values, const std::vector<double>& baseline,
                             Better better) {
  ComparisonRow row;
  row.seeds = values.size();
  row.value = spread_of(values).mean;
  row.baseline_value = spread_of(baseline).mean;
  row.difference = paired_difference(values, baseline);
  const double size = std::abs(row.difference.mean);
  const double matters = kIndifferent * std::abs(row.baseline_value);
  if (size + row.difference.half_width <= matters) {
    row.outcome = Outcome::kEqual;
  } else if (size > row.difference.half_width) {
    const bool lower = row.difference.mean < 0;
    row.outcome = lower == (better == Better::kLow) ? Outcome::kBetter : Outcome::kWorse;
  } else if (std::isfinite(row.difference.half_width)) {
    const double ratio = row.difference.half_width / std::max(size, matters);
    const double seeds = std::ceil(static_cast<double>(row.seeds) * std::max(ratio * ratio, 1.0));
    row.more_seeds =
        static_cast<std::size_t>(std::max(seeds - static_cast<double>(row.seeds), 1.0));
  } else {
    row.more_seeds = kLeastSpread - 1;
  }
  return row;
}

std::string verdict_text(const ComparisonRow& row) {
  if (!row.remark.empty()) return fmt::format("{}: {}", to_string(row.outcome), row.remark);
  if (row.outcome == Outcome::kUnclear)
    return fmt::format("{}: run {} more seeds", to_string(row.outcome), row.more_seeds);
  if (row.outcome == Outcome::kEqual)
    return fmt::format("{} within {:g} %", to_string(row.outcome), 100 * kIndifferent);
  const std::optional<double> share = share_of(row);
  return fmt::format(
      "{}{}", to_string(row.outcome),
      share ? fmt::format(": {:.1f} % {}", 100 * std::abs(*share), *share < 0 ? "lower" : "higher")
            : "");
}

Json to_json(const ComparisonRow& row) {
  const std::optional<double> share = share_of(row);
  return {{"network", row.network},
          {"baseline", row.baseline},
          {"quantity", row.quantity},
          {"unit", row.unit},
          {"load", row.load ? Json(*row.load) : Json()},
          {"seeds", row.seeds},
          {"value", row.value},
          {"baseline_value", row.baseline_value},
          {"difference", row.difference.mean},
          {"half_width", number(row.difference.half_width)},
          {"relative", share ? Json(*share) : Json()},
          {"outcome", to_string(row.outcome)},
          {"more_seeds", row.more_seeds},
          {"verdict", verdict_text(row)}};
}

std::string to_csv(const std::vector<ComparisonRow>& rows) {
  std::string text =
      "network,baseline,quantity,unit,load,seeds,value,baseline_value,difference,half_width,"
      "relative,outcome,more_seeds,verdict\n";
  for (const ComparisonRow& row : rows) {
    std::vector<std::string> cells;
    const Json json = to_json(row);
    for (const auto& [key, value] : json.items())
      cells.push_back(value.is_null()           ? ""
                      : value.is_number_float() ? fmt::format("{:.9g}", value.get<double>())
                      : value.is_string()       ? csv_field(value.get<std::string>())
                                                : value.dump());
    text += join(cells, ",") + "\n";
  }
  return text;
}

std::string to_table(const std::vector<ComparisonRow>& rows) {
  std::size_t network = 7;
  std::size_t quantity = 8;
  for (const ComparisonRow& row : rows) {
    network = std::max(network, row.network.size());
    quantity = std::max(quantity, row.quantity.size());
  }
  std::string text = fmt::format("{:<{}}  {:<{}}  {:>8}  {:>10}  {:>10}  {:>10} {:>12}  {}\n",
                                 "network", network, "quantity", quantity, "load", "first", "this",
                                 "difference", "+- 95 %", "verdict");
  for (const ComparisonRow& row : rows)
    text += fmt::format("{:<{}}  {:<{}}  {:>8}  {:>10.5g}  {:>10.5g}  {:>10.4g} {:>12.3g}  {}\n",
                        row.network, network, row.quantity, quantity, load_text(row),
                        row.baseline_value, row.value, row.difference.mean,
                        row.difference.half_width, verdict_text(row));
  return text;
}

std::string summary_text(const std::vector<ComparisonRow>& rows) {
  std::string text;
  std::string previous;
  for (const ComparisonRow& row : rows) {
    if (row.network == previous) continue;
    previous = row.network;
    text += fmt::format("{} beside {}\n", row.network, row.baseline);
    for (const Outcome outcome :
         {Outcome::kBetter, Outcome::kWorse, Outcome::kEqual, Outcome::kUnclear})
      if (const std::string where = places_of(rows, row.network, outcome); !where.empty())
        text += fmt::format("  {}: {}\n", to_string(outcome), where);
  }
  return text;
}

}  // namespace wayfarer
