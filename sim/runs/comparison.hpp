// Networks compared: differences from the first one, measured with the same seeds, and verdicts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runs/points.hpp"
#include "runs/report.hpp"
#include "stats/spread.hpp"

namespace wayfarer {

enum class Outcome {
  kBetter,
  kWorse,
  kEqual,    ///< Any difference is below kIndifferent.
  kUnclear,  ///< More seeds are needed.
};
[[nodiscard]] std::string to_string(Outcome outcome);

/// Smaller differences, as a share of the first network's value, do not matter.
constexpr double kIndifferent = 0.02;

enum class Better { kLow, kHigh };

constexpr const char* kMeanLatency = "mean latency";  ///< A quantity's name.

/// One quantity of a network beside that of the first one.
struct ComparisonRow {
  std::string network;
  std::string baseline;
  std::string quantity;        ///< "mean latency", with its unit:
  std::string unit;            //
  std::optional<double> load;  ///< At this load; none: there is one value of a network.
  std::size_t seeds = 0;
  double value = 0;           ///< Mean over the seeds, likewise:
  double baseline_value = 0;  //
  PairedDifference difference = {};
  Outcome outcome = Outcome::kUnclear;
  std::size_t more_seeds = 0;  ///< If it is unclear: about so many would show a difference.
  std::string remark = {};     ///< Such as which network saturates.
};

/// Compares values of the same seeds.
[[nodiscard]] ComparisonRow compare_values(const std::vector<double>& values,
                                           const std::vector<double>& baseline, Better better);

/// "better: 3.20 +- 0.40 lower (-12.5 %)", "no difference seen: run 24 more seeds".
[[nodiscard]] std::string verdict_text(const ComparisonRow& row);

[[nodiscard]] Json to_json(const ComparisonRow& row);
[[nodiscard]] std::string to_csv(const std::vector<ComparisonRow>& rows);
[[nodiscard]] std::string to_table(const std::vector<ComparisonRow>& rows);

/// For each network, where it is better and where it is worse.
[[nodiscard]] std::string summary_text(const std::vector<ComparisonRow>& rows);

}  // namespace wayfarer
