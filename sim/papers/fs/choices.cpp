// How a buffer is chosen among several, on some cells of Tables 1 to 3 of Fulgham and Snyder: at
// random by XOR or with equal chances, and round robin, of which footnote 1
// says: "It is likely that round-robin selection could approximate this improvement", that of
// random over fixed order.
#include <cmath>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "papers/fs/claims.hpp"
#include "papers/fs/columns.hpp"
#include "papers/fs/paper.hpp"
#include "report/saturation.hpp"

namespace wayfarer {
namespace {

/// The policies of an input-driven row, in this order, and of an output-driven one.
const std::vector<const char*> kInputRules = {kInputDriven, "input-driven-random",
                                              "input-driven-uniform", "input-driven-round-robin"};
const std::vector<const char*> kOutputRules = {kOutputDriven, "output-driven-uniform"};
enum InputRule { kFixed, kRandomXor, kRandomUniform, kRoundRobin };

/// Random, bit reversal, complement, hot spot 1.
constexpr unsigned kChosenTasks[] = {0, 1, kComplement, 5};

/// One network under one traffic, with the rules of one kind of policy.
struct Row {
  std::string name;
  bool output_driven;
  std::vector<double> paper;  ///< Fixed and random order; of an output-driven row its only one.
  std::vector<double> loads;  ///< By rule.
};

/// An input-driven oblivious header has no choice: it waits on one virtual channel.
std::vector<Row> chosen_rows(const std::string& only, std::vector<SaturationCell>& cells) {
  std::vector<Row> rows;
  const auto add = [&](const TableColumn& column, std::vector<double> paper, unsigned task,
                       const std::vector<const char*>& rules) {
    const bool output_driven = column.policy == std::string(kOutputDriven);
    Row row{fmt::format("{}, {}, {}", column.network, output_driven ? kOutputDriven : kInputDriven,
                        kTraffic[task]),
            output_driven,
            std::move(paper),
            {}};
    if (row.name.find(only) == std::string::npos) return;
    for (const char* policy : rules) {
      cells.push_back(saturation_cell(column, task));
      set_key(cells.back().config, "router.policy", policy);
    }
    row.loads.resize(rules.size());
    rows.push_back(std::move(row));
  };
  for (const auto* table : {&table1_columns(), &table2_columns()})
    for (const TableColumn& column : *table)
      for (const unsigned task : kChosenTasks) {
        if (column.policy == std::string(kOutputDriven)) {
          add(column, {column.paper[task]}, task, kOutputRules);
        } else if (column.adaptive()) {
          for (const TableColumn& random : table3_columns())
            if (random.network == std::string(column.network))
              add(column, {column.paper[task], random.paper[task]}, task, kInputRules);
        }
      }
  if (rows.empty())
    refuse_selection(only, fmt::format("{}, {}, {}", table1_columns().front().network,
                                       kOutputDriven, kTraffic[0]));
  return rows;
}

void report(const Distance& distance, const std::string& what, Reproduction& result) {
  if (distance.cells == 0) return;
  result.note(what, fmt::format("of {} cells {} within .05, {} within .10, sum {:.2f}",
                                distance.cells, distance.near, distance.far, distance.sum));
}

void report_distances(const std::vector<Row>& rows, Reproduction& result) {
  Distance random_xor, random_uniform, output_xor, output_uniform;
  for (const Row& row : rows) {
    if (row.output_driven) {
      output_xor.add(row.paper.front(), row.loads[0]);
      output_uniform.add(row.paper.front(), row.loads[1]);
    } else {
      random_xor.add(row.paper.back(), row.loads[kRandomXor]);
      random_uniform.add(row.paper.back(), row.loads[kRandomUniform]);
    }
  }
  report(random_xor, "input-driven in random order, xor", result);
  report(random_uniform, "input-driven in random order, uniform", result);
  report(output_xor, "output-driven, xor", result);
  report(output_uniform, "output-driven, uniform", result);
}

/// Footnote 1. The paper gives no measure of "approximate".
void report_round_robin(const std::vector<Row>& rows, Reproduction& result) {
  double random = 0;
  double round_robin = 0;
  double off = 0;
  unsigned cells = 0;
  for (const Row& row : rows) {
    if (row.output_driven) continue;
    ++cells;
    random += row.loads[kRandomXor] - row.loads[kFixed];
    round_robin += row.loads[kRoundRobin] - row.loads[kFixed];
    off += std::abs(row.loads[kRoundRobin] - row.loads[kRandomXor]);
  }
  if (cells == 0) return;
  result.note(
      "mean gain over fixed order: random by xor, round robin; mean distance of these two",
      fmt::format("{:+.3f}, {:+.3f}; {:.3f}", random / cells, round_robin / cells, off / cells));
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& request) {
  const ReproductionOptions options = of_three_runs(request);
  Reproduction result;
  result.id = "fs-choices";
  std::vector<SaturationCell> cells;
  std::vector<Row> rows = chosen_rows(options.only, cells);
  const std::vector<Saturation> found = find_saturations(engines, options, cells);
  std::size_t next = 0;
  for (Row& row : rows)
    for (double& load : row.loads) load = to_four_decimals(found[next++].mean);
  report_distances(rows, result);
  report_round_robin(rows, result);
  for (const Row& row : rows)
    result.rows.push_back({row.name, row.paper, row.loads, nullptr, "", "info"});
  result.conditions = saturation_conditions(options);
  result.summarize(
      "input-driven: fixed order, random by xor, random uniform, round robin; output-driven: xor, "
      "uniform");
  return result;
}

}  // namespace

Experiment fs_choices() {
  return {"fs-choices", "buffers chosen at random by XOR, with equal chances, or round robin", run,
          /*extra=*/true};
}

}  // namespace wayfarer
