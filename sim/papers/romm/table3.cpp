// Nesson and Johnsson, Table 3: numbers of paths for a longest route in networks of 4096 nodes.
#include <fmt/format.h>

#include "papers/romm/paper.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

struct Cell {
  Extents extents;
  unsigned phases;  ///< 0: VALIANT.
  double paper;
  bool bound;  ///< Printed with >=.
};

void add_cell(Reproduction& result, const Cell& cell) {
  const auto d = static_cast<unsigned>(cell.extents.size());
  const std::string name =
      fmt::format("n = {}, K = {}, {}", d, cell.extents[0],
                  cell.phases == 0 ? "VALIANT" : fmt::format("{}-PHASE", cell.phases));
  const double paths =
      longest_route_paths(cell.extents, cell.phases == 0 ? RommRouting::valiant_brebner()
                                                         : RommRouting::romm(cell.phases, d));
  if (cell.bound)
    result.claim(name, fmt::format("at least {}", cell.paper), paths, paths >= cell.paper);
  else
    compare_exactly(result, name, cell.paper, paths);
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "romm-table3";
  const Extents square(2, 64);
  const Extents cubic(3, 16);
  const Extents cube(12, 2);
  for (const Cell& cell :
       {Cell{square, 2, 2, false}, Cell{square, 4, 4097, true}, Cell{square, 0, 3970, false},
        Cell{cubic, 2, 3, false}, Cell{cubic, 4, 96, true}, Cell{cubic, 6, 83766, true},
        Cell{cubic, 0, 4051, false}, Cell{cube, 2, 924, false}, Cell{cube, 4, 369600, false},
        Cell{cube, 6, 7484400, false}, Cell{cube, 0, 4084, false}})
    add_cell(result, cell);
  finish_romm(result);
  return result;
}

}  // namespace

Experiment romm_table3() {
  return {"romm-table3", "numbers of paths in networks of 4096 nodes", run};
}

}  // namespace wayfarer
