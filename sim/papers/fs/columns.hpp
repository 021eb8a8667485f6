// The columns of Fulgham and Snyder's Tables 1 to 3: 140 different cells.
#pragma once

#include <string>
#include <vector>

#include "report/saturation.hpp"

namespace wayfarer {

constexpr double kNear = 0.05;  ///< A step of the paper's loads.
constexpr double kFar = 0.10;
constexpr double kRounding = 1e-9;

constexpr const char* kInputDriven = "input-driven";
constexpr const char* kOutputDriven = "output-driven";

constexpr unsigned kTasks = 7;
constexpr unsigned kComplement = 2;
constexpr const char* kTraffic[kTasks] = {"random",          "bit reversal", "complement",
                                          "perfect shuffle", "transpose",    "hot spot 1",
                                          "hot spot 2"};

struct TableColumn {
  const char* network;  ///< NETWORK in the shipped configuration "fs-NETWORK".
  const char* policy;
  double paper[kTasks];  ///< By traffic.

  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string name(unsigned task) const;  ///< Name of a cell.
  [[nodiscard]] bool adaptive() const;
};

[[nodiscard]] const std::vector<TableColumn>& table1_columns();
[[nodiscard]] const std::vector<TableColumn>& table2_columns();
/// Its other columns, output-driven, repeat those of Tables 1 and 2.
[[nodiscard]] const std::vector<TableColumn>& table3_columns();

/// As a row shows it: to four decimals.
[[nodiscard]] double to_four_decimals(double value);

/// "At random" means equal chances: the policy that has them, in place of the cheaper one by XOR.
[[nodiscard]] std::string equal_chances(const std::string& policy);

/// The search for the saturation load of a cell.
[[nodiscard]] SaturationCell saturation_cell(const TableColumn& column, unsigned task);

/// The options of what goes beyond the paper: three runs unless they say otherwise.
[[nodiscard]] ReproductionOptions of_three_runs(ReproductionOptions options);

constexpr unsigned kPaperLength = 20;  ///< Flits of a message.

/// Random traffic of messages of another length, in buffers of one message. Load 1.0 is the same
/// number of flits.
[[nodiscard]] SaturationCell cell_of_length(const char* network, const char* policy,
                                            unsigned flits);

/// With longer messages fewer of them are sent in a cycle: as many in a run as with the paper's.
[[nodiscard]] Cycle cycles_of_length(unsigned flits, const ReproductionOptions& options);

/// The conditions of such runs.
[[nodiscard]] Json length_conditions(const ReproductionOptions& options);

}  // namespace wayfarer
