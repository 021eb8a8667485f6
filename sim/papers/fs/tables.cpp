// Fulgham and Snyder, Tables 1 to 3: saturation loads of oblivious, *-channels and minimal triplex
// routers, input-driven (in fixed and in random order) and output-driven.
#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "papers/fs/claims.hpp"
#include "papers/fs/columns.hpp"
#include "report/saturation.hpp"

namespace wayfarer {
namespace {

using Wanted = std::function<bool(std::size_t column, unsigned task)>;

/// Columns with their measured values.
class Table {
 public:
  /// Measures the wanted cells whose name contains `options.only`.
  Table(const EngineFactory& engines, const ReproductionOptions& options,
        std::vector<TableColumn> columns, const Wanted& wanted)
      : columns_(std::move(columns)), values_(columns_.size() * kTasks), known_(values_.size()) {
    std::vector<SaturationCell> cells;
    std::vector<std::size_t> places;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (unsigned task = 0; task < kTasks; ++task) {
        if (!wanted(c, task)) continue;
        if (columns_[c].name(task).find(options.only) == std::string::npos) continue;
        places.push_back(c * kTasks + task);
        cells.push_back(saturation_cell(columns_[c], task));
        set_key(cells.back().config, "router.policy", equal_chances(columns_[c].policy));
      }
    if (cells.empty()) refuse_selection(options.only, columns_.front().name(0));
    const std::vector<Saturation> found = find_saturations(engines, options, cells);
    for (std::size_t i = 0; i < places.size(); ++i) {
      values_[places[i]] = found[i];
      known_[places[i]] = true;
    }
  }

  /// Adds the values of the columns `first` to `last` - 1 to the rows.
  void compare(Reproduction& result, std::size_t first, std::size_t last) const {
    for (std::size_t c = first; c < last; ++c)
      for (unsigned task = 0; task < kTasks; ++task) {
        if (!known(c, task)) continue;
        const Saturation& value = values_[c * kTasks + task];
        const std::string name = columns_[c].name(task);
        result.compare_absolute(name, columns_[c].paper[task], to_four_decimals(value.load),
                                kNear + kRounding);
        result.rows.back().extremes = Interval{value.load, value.least, value.greatest};
        result.note(
            name + ": least, greatest of the seeds; growth one step below the median, at it",
            fmt::format("{:.2f}, {:.2f}; {:.2f} %, {:.2f} %", value.least, value.greatest,
                        100 * value.growth_below, 100 * value.growth));
      }
  }

  [[nodiscard]] bool known(std::size_t column, unsigned task) const {
    return known_[column * kTasks + task];
  }
  [[nodiscard]] double load(std::size_t column, unsigned task) const {
    return values_[column * kTasks + task].load;
  }
  [[nodiscard]] const TableColumn& column(std::size_t column) const { return columns_[column]; }

 private:
  std::vector<TableColumn> columns_;
  std::vector<Saturation> values_;  ///< By column and traffic.
  std::vector<bool> known_;
};

std::string cell_name(const Table& table, std::size_t column, unsigned task) {
  return fmt::format("{} {}", table.column(column).network, kTraffic[task]);
}

bool is_mesh_hot_spot(const TableColumn& column, unsigned task) {
  constexpr unsigned kHotSpot1 = 5;
  const bool mesh = std::string(column.network).find("mesh") != std::string::npos;
  return mesh && column.adaptive() && task >= kHotSpot1;
}

/// Input-driven in the even columns, each followed by its output-driven counterpart.
void claim_output_driven(const Table& table, std::size_t columns, Reproduction& result) {
  ClaimedCells better;
  ClaimedCells complement;
  ClaimedCells one_channel;
  for (std::size_t c = 0; c < columns; c += 2)
    for (unsigned task = 0; task < kTasks; ++task) {
      if (!table.known(c, task) || !table.known(c + 1, task)) continue;
      const double gain = table.load(c + 1, task) - table.load(c, task);
      const std::string name = cell_name(table, c, task);
      if (task == kComplement && table.column(c).adaptive())
        complement.add(gain <= kRounding, name);
      else
        better.add(gain >= -kRounding, name);
      if (std::string(table.column(c).network).find("1vc") != std::string::npos)
        one_channel.add(std::abs(gain) <= kNear + kRounding, name);
    }
  better.claim(result, "output-driven against input-driven", "as good or better");
  complement.claim(result, "the same, complement on adaptive routers", "as good or worse");
  one_channel.claim(result, "the same with one virtual channel", "at most .05 apart");
}

/// Where the paper's fixed order is .10 off its output-driven counterpart.
bool far_apart(const TableColumn& out, const TableColumn& in, unsigned task) {
  return std::abs(out.paper[task] - in.paper[task]) >= kFar - kRounding;
}

/// Random order in the first columns, then the same networks output-driven and in fixed order.
void claim_random_order(const Table& table, std::size_t columns, Reproduction& result) {
  ClaimedCells closer;
  double fixed_gap = 0;
  double random_gap = 0;
  for (std::size_t c = 0; c < columns; ++c)
    for (unsigned task = 0; task < kTasks; ++task) {
      const std::size_t out = columns + c;
      const std::size_t in = 2 * columns + c;
      if (!table.known(c, task) || !table.known(out, task) || !table.known(in, task)) continue;
      if (!far_apart(table.column(out), table.column(in), task)) continue;
      const double random = std::abs(table.load(out, task) - table.load(c, task));
      const double fixed = std::abs(table.load(out, task) - table.load(in, task));
      closer.add(random <= fixed + kRounding, cell_name(table, c, task));
      random_gap += random;
      fixed_gap += fixed;
    }
  if (closer.cells == 0) return;
  closer.claim(result,
               "random order against output-driven, where the paper's fixed order is .10 off",
               "not further off than fixed order");
  result.claim("share of fixed order's distance that random order leaves, all of these",
               "less than half", fixed_gap == 0 ? 0 : to_four_decimals(random_gap / fixed_gap),
               2 * random_gap <= fixed_gap + kRounding);
}

/// Section 4.2 on some cells of random order, beside the same networks output-driven and in fixed
/// order.
void claim_cells(const Table& table, std::size_t networks, Reproduction& result) {
  ClaimedCells oblivious;
  ClaimedCells hot_spots;
  ClaimedCells complement;
  for (std::size_t c = 0; c < networks; ++c)
    for (unsigned task = 0; task < kTasks; ++task) {
      const std::string name = cell_name(table, c, task);
      if (!table.known(c, task)) continue;
      const double random = table.load(c, task);
      const auto compare = [&](ClaimedCells& claim, std::size_t other, double low, double high) {
        if (!table.known(other, task)) return;
        const double gain = random - table.load(other, task);
        claim.add(gain >= low - kRounding && gain <= high + kRounding, name);
      };
      const std::size_t out = networks + c;
      const std::size_t in = 2 * networks + c;
      if (!table.column(c).adaptive()) compare(oblivious, in, -kNear, kNear);
      if (is_mesh_hot_spot(table.column(c), task)) compare(hot_spots, out, 0, 1);
      if (table.column(c).adaptive() && task == kComplement) compare(complement, in, -1, -kNear);
    }
  oblivious.claim(result, "oblivious, random order against fixed order",
                  "no noticeable change (at most .05)");
  hot_spots.claim(result, "adaptive, hot spots on the mesh: random order against output-driven",
                  "higher (in Table 3 .05 or equal)");
  complement.claim(result, "adaptive, complement: random order against fixed order", "lower");
}

/// Counts the cells by their distance from the paper, and draws bars for the first columns.
void finish(Reproduction& result, const ReproductionOptions& options, const Table& table,
            std::size_t columns) {
  unsigned cells = 0;
  unsigned near = 0;
  unsigned far = 0;
  for (const ReproductionRow& row : result.rows) {
    if (!row.paper.is_number()) continue;
    const double off = std::abs(row.measured.get<double>() - row.paper.get<double>());
    ++cells;
    near += off <= kNear + kRounding ? 1 : 0;
    far += off <= kFar + kRounding ? 1 : 0;
  }
  result.conditions = saturation_conditions(options);
  result.conditions["value"] = "median of the runs";
  result.conditions["at random"] = "with equal chances";
  result.summarize(fmt::format("of {} cells {} within .05 and {} within .10", cells, near, far));
  std::vector<std::string> names;
  for (std::size_t c = 0; c < columns; ++c)
    names.push_back(fmt::format("{}, {}, ", table.column(c).network, table.column(c).policy));
  result.pictures.push_back(comparison(result, "load of saturation", names, 2, 1));
}

Reproduction run_pairs(const std::string& id, const std::vector<TableColumn>& columns,
                       const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = id;
  const Table table(engines, options, columns, [](std::size_t, unsigned) { return true; });
  table.compare(result, 0, columns.size());
  claim_output_driven(table, columns.size(), result);
  finish(result, options, table, columns.size());
  return result;
}

Reproduction run_table1(const EngineFactory& engines, const ReproductionOptions& options) {
  return run_pairs("fs-table1", table1_columns(), engines, options);
}

Reproduction run_table2(const EngineFactory& engines, const ReproductionOptions& options) {
  return run_pairs("fs-table2", table2_columns(), engines, options);
}

/// The columns of a policy, of the networks of Table 3 in its order.
void add_columns(std::vector<TableColumn>& columns, const std::string& policy) {
  const std::size_t networks = table3_columns().size();
  for (std::size_t i = 0; i < networks; ++i)
    for (const std::vector<TableColumn>* table : {&table1_columns(), &table2_columns()})
      for (const TableColumn& column : *table)
        if (columns[i].network == std::string(column.network) && column.policy == policy)
          columns.push_back(column);
}

Reproduction run_table3(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "fs-table3";
  std::vector<TableColumn> columns = table3_columns();
  const std::size_t networks = columns.size();
  add_columns(columns, kOutputDriven);
  add_columns(columns, kInputDriven);
  const Table table(engines, options, columns, [&](std::size_t c, unsigned task) {
    if (c < networks) return true;
    const bool fixed = c >= 2 * networks;
    if (fixed && (!columns[c].adaptive() || task == kComplement)) return true;
    if (!fixed && is_mesh_hot_spot(columns[c], task)) return true;
    return far_apart(columns[networks + c % networks], columns[2 * networks + c % networks], task);
  });
  table.compare(result, 0, networks);
  claim_random_order(table, networks, result);
  claim_cells(table, networks, result);
  finish(result, options, table, networks);
  return result;
}

}  // namespace

Experiment fs_table1() {
  return {"fs-table1", "saturation of input- and output-driven routers on the torus", run_table1};
}

Experiment fs_table2() {
  return {"fs-table2", "saturation of input- and output-driven routers on the mesh", run_table2};
}

Experiment fs_table3() {
  return {"fs-table3", "saturation of input-driven routers in random order", run_table3};
}

}  // namespace wayfarer
