#include "papers/fs/columns.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

constexpr const char* kPatterns[kTasks] = {"uniform",         "bit-reversal", "bit-complement",
                                           "perfect-shuffle", "transpose",    "hotspot-1",
                                           "hotspot-2"};

constexpr const char* kIn = kInputDriven;
constexpr const char* kOut = kOutputDriven;
constexpr const char* kRandom = "input-driven-random";

}  // namespace

std::string equal_chances(const std::string& policy) {
  if (policy == kRandom) return "input-driven-uniform";
  return policy == kOut ? "output-driven-uniform" : policy;
}

std::string TableColumn::name() const { return fmt::format("{}, {}", network, policy); }

std::string TableColumn::name(unsigned task) const {
  return fmt::format("{}, {}", name(), kTraffic[task]);
}

bool TableColumn::adaptive() const {
  return std::string(network).find("oblivious") == std::string::npos;
}

const std::vector<TableColumn>& table1_columns() {
  static const std::vector<TableColumn> columns = {
      {"torus16x16-oblivious", kIn, {.70, .40, .45, .40, .50, .60, .50}},
      {"torus16x16-oblivious", kOut, {.80, .50, .50, .45, .55, .65, .55}},
      {"torus16x16-star", kIn, {.85, .70, .45, .50, .55, .70, .50}},
      {"torus16x16-star", kOut, {.95, .80, .40, .50, .55, .90, .85}},
      {"torus16x16-triplex", kIn, {.80, .65, .40, .40, .55, .65, .60}},
      {"torus16x16-triplex", kOut, {.85, .75, .40, .45, .55, .85, .80}},
  };
  return columns;
}

const std::vector<TableColumn>& table2_columns() {
  static const std::vector<TableColumn> columns = {
      {"mesh16x16-oblivious-1vc", kIn, {.85, .50, .45, .75, .50, .75, .70}},
      {"mesh16x16-oblivious-1vc", kOut, {.90, .50, .50, .75, .50, .75, .70}},
      {"mesh16x16-oblivious", kIn, {.90, .50, .45, .75, .50, .75, .70}},
      {"mesh16x16-oblivious", kOut, {.95, .50, .50, .90, .55, .80, .75}},
      {"mesh16x16-star", kIn, {.95, .80, .45, .80, .85, .80, .75}},
      {"mesh16x16-star", kOut, {.95, .80, .35, .95, .85, .85, .85}},
      {"mesh16x16-triplex", kIn, {.90, .70, .45, .80, .85, .75, .75}},
      {"mesh16x16-triplex", kOut, {.90, .75, .35, .90, .85, .85, .85}},
  };
  return columns;
}

const std::vector<TableColumn>& table3_columns() {
  static const std::vector<TableColumn> columns = {
      {"mesh16x16-oblivious", kRandom, {.90, .50, .45, .75, .50, .75, .70}},
      {"mesh16x16-star", kRandom, {.95, .80, .35, .95, .80, .90, .90}},
      {"mesh16x16-triplex", kRandom, {.90, .75, .35, .90, .75, .85, .85}},
      {"torus16x16-oblivious", kRandom, {.70, .40, .45, .40, .50, .60, .50}},
      {"torus16x16-star", kRandom, {.95, .80, .40, .50, .55, .85, .75}},
      {"torus16x16-triplex", kRandom, {.85, .70, .35, .45, .55, .80, .75}},
  };
  return columns;
}

double to_four_decimals(double value) { return std::round(value * 1e4) / 1e4; }

SaturationCell saturation_cell(const TableColumn& column, unsigned task) {
  SaturationCell cell;
  cell.name = column.name(task);
  cell.config = load_config(find_config(std::string("fs-") + column.network));
  set_key(cell.config, "router.policy", column.policy);
  cell.pattern = parse_pattern(std::string(kPatterns[task]) + ":self");
  cell.messages_at_one = cell.config.topology.kind == TopologyKind::kTorus ? 1.0 / 80 : 1.0 / 160;
  return cell;
}

ReproductionOptions of_three_runs(ReproductionOptions options) {
  if (options.runs == 0) options.runs = 3;
  return options;
}

SaturationCell cell_of_length(const char* network, const char* policy, unsigned flits) {
  SaturationCell cell = saturation_cell({network, policy, {}}, 0);
  cell.config.message_bytes = (flits - 1) * cell.config.flit_bytes();
  set_key(cell.config, "router.depth", fmt::format("{}", flits));
  cell.name = fmt::format("{}, {} flits, {}", network, flits, policy);
  cell.messages_at_one = cell.messages_at_one * kPaperLength / flits;
  return cell;
}

Cycle cycles_of_length(unsigned flits, const ReproductionOptions& options) {
  return options.cycles_or(kSaturationCycles) * std::max(flits, kPaperLength) / kPaperLength;
}

Json length_conditions(const ReproductionOptions& options) {
  Json conditions = saturation_conditions(options);
  conditions["cycles"] =
      fmt::format("{}, and as many times more as messages are longer than {} flits",
                  options.cycles_or(kSaturationCycles), kPaperLength);
  conditions["warmup"] = "a fifth of the cycles";
  conditions["traffic"] = "random";
  return conditions;
}

}  // namespace wayfarer
