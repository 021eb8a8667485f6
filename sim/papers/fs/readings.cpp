// The cells of Tables 1 to 3 of Fulgham and Snyder under both readings of two sentences of the
// paper: on how many virtual channels an oblivious header waits (router.lane_binding), and whether
// an output buffer has room for a message while it drains (router.output_room).
#include <array>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/text.hpp"
#include "family/cut_through/config.hpp"
#include "papers/fs/claims.hpp"
#include "papers/fs/columns.hpp"
#include "papers/fs/paper.hpp"

namespace wayfarer {
namespace {

struct Reading {
  const char* binding;
  const char* room;
};

constexpr std::array<Reading, 4> kReadings = {
    {{"none", "empty"}, {"header", "empty"}, {"none", "draining"}, {"header", "draining"}}};

template <typename Value>
using ByReading = std::array<Value, kReadings.size()>;

struct Cell {
  const TableColumn* column;
  unsigned task;
  bool has_lanes = false;
  ByReading<double> loads{};
};

std::vector<const TableColumn*> all_columns() {
  std::vector<const TableColumn*> columns;
  for (const auto* table : {&table1_columns(), &table2_columns(), &table3_columns()})
    for (const TableColumn& column : *table) columns.push_back(&column);
  return columns;
}

std::vector<Cell> chosen_cells(const std::string& only) {
  std::vector<Cell> cells;
  for (const TableColumn* column : all_columns())
    for (unsigned task = 0; task < kTasks; ++task)
      if (column->name(task).find(only) != std::string::npos) cells.push_back({column, task});
  if (cells.empty()) refuse_selection(only, all_columns().front()->name(0));
  return cells;
}

/// Fills the loads. Where a header has no choice of virtual channels, binding makes no difference.
void measure(const EngineFactory& engines, const ReproductionOptions& options,
             std::vector<Cell>& cells) {
  std::vector<SaturationCell> searches;
  std::vector<double*> loads;
  for (Cell& cell : cells)
    for (std::size_t r = 0; r < kReadings.size(); ++r) {
      SaturationCell search = saturation_cell(*cell.column, cell.task);
      cell.has_lanes = cut_through_of(search.config).has_lanes();
      Settings settings = {{"router.output_room", kReadings[r].room}};
      if (cell.has_lanes)
        settings.emplace_back("router.lane_binding", kReadings[r].binding);
      else if (std::string(kReadings[r].binding) != "none")
        continue;
      set_keys(search.config, settings);
      searches.push_back(search);
      loads.push_back(&cell.loads[r]);
    }
  const std::vector<Saturation> found = find_saturations(engines, options, searches);
  for (std::size_t i = 0; i < found.size(); ++i) *loads[i] = found[i].mean;
  for (Cell& cell : cells) {
    if (cell.has_lanes) continue;
    cell.loads[1] = cell.loads[0];
    cell.loads[3] = cell.loads[2];
  }
}

template <typename Wanted>
ByReading<Distance> distances(const std::vector<Cell>& cells, const Wanted& wanted) {
  ByReading<Distance> all;
  for (const Cell& cell : cells) {
    if (!wanted(cell)) continue;
    for (std::size_t r = 0; r < kReadings.size(); ++r)
      all[r].add(cell.column->paper[cell.task], cell.loads[r]);
  }
  return all;
}

void report_totals(const std::vector<Cell>& cells, Reproduction& result) {
  const auto all = distances(cells, [](const Cell&) { return true; });
  for (std::size_t r = 0; r < kReadings.size(); ++r)
    result.note(fmt::format("all {} cells, lane_binding {}, output_room {}", all[r].cells,
                            kReadings[r].binding, kReadings[r].room),
                fmt::format("{} within .05, {} within .10, sum {:.2f}", all[r].near, all[r].far,
                            all[r].sum));
}

/// Section 4.1: an oblivious message "only waits on one virtual channel".
void claim_binding(const std::vector<Cell>& cells, Reproduction& result) {
  const auto lanes = distances(cells, [](const Cell& cell) { return cell.has_lanes; });
  if (lanes[0].cells == 0) return;
  result.claim("sum, oblivious with two lanes: header, none", "header is nearer to the paper",
               fmt::format("{:.2f}, {:.2f}", lanes[1].sum, lanes[0].sum),
               lanes[1].sum < lanes[0].sum);
}

void report_columns(const std::vector<Cell>& cells, Reproduction& result) {
  for (const TableColumn* column : all_columns()) {
    const auto own = distances(cells, [&](const Cell& cell) { return cell.column == column; });
    if (own[0].cells == 0) continue;
    std::vector<std::string> parts;
    for (const Distance& distance : own)
      parts.push_back(fmt::format("{} {} {:.2f}", distance.near, distance.far, distance.sum));
    result.note(fmt::format("{}: of {} within .05, within .10, sum", column->name(), own[0].cells),
                join(parts, "; "));
  }
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& request) {
  const ReproductionOptions options = of_three_runs(request);
  Reproduction result;
  result.id = "fs-readings";
  std::vector<Cell> cells = chosen_cells(options.only);
  measure(engines, options, cells);
  report_totals(cells, result);
  claim_binding(cells, result);
  report_columns(cells, result);
  for (const Cell& cell : cells) {
    ByReading<double> loads = cell.loads;
    for (double& load : loads) load = to_four_decimals(load);
    result.rows.push_back(
        {cell.column->name(cell.task), cell.column->paper[cell.task], loads, nullptr, "", "info"});
  }
  result.conditions = saturation_conditions(options);
  result.summarize(
      "loads under none and empty, header and empty, none and draining, header and "
      "draining");
  return result;
}

}  // namespace

Experiment fs_readings() {
  return {"fs-readings", "Tables 1 to 3 under both readings of two sentences of the paper", run,
          /*extra=*/true};
}

}  // namespace wayfarer
