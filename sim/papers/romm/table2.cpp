// Nesson and Johnsson, Table 2: numbers of paths, by formula and by enumeration.
#include <fmt/format.h>

#include "family/wormhole/formulas.hpp"
#include "papers/romm/paper.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

void add_valiant(Reproduction& result, const Extents& extents, NodeId source, NodeId destination) {
  const Grid topology = romm_mesh(extents);
  compare_exactly(
      result,
      fmt::format("VALIANT, {}, node {} to {}", fmt::join(extents, "x"), source, destination),
      printed_valiant_paths(extents, topology.routing_set(source, destination)),
      romm_paths_between(topology, source, destination, RommRouting::valiant_brebner()));
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "romm-table2";
  compare_exactly(result, "DIMORDER, 8x8", 1,
                  longest_route_paths({8, 8}, RommRouting::dimension_order()));
  for (unsigned d = 2; d <= 6; ++d)
    for (unsigned p = 2; p <= d; ++p)
      compare_exactly(result, fmt::format("{}-PHASE, d = {}", p, d), printed_romm_paths(p, d),
                      longest_route_paths(Extents(d, 3), RommRouting::romm(p, d)));
  add_valiant(result, {8, 8}, 0, 63);
  add_valiant(result, {8, 8}, 20, 37);
  add_valiant(result, {8, 8}, 20, 22);
  add_valiant(result, {5, 4, 3}, 7, 41);
  // The formula for d < p < 2d is a bound; its values are in Table 3. Exactly:
  for (const Extents& extents : {Extents{8, 8}, Extents{5, 5, 5}})
    for (auto p = static_cast<unsigned>(extents.size()) + 1; p <= 2 * extents.size(); ++p)
      result.note(fmt::format("{}-PHASE, {}, longest route", p, fmt::join(extents, "x")),
                  longest_route_paths(extents,
                                      RommRouting::romm(p, static_cast<unsigned>(extents.size()))));
  finish_romm(result);
  return result;
}

}  // namespace

Experiment romm_table2() {
  return {"romm-table2", "numbers of paths of p-PHASE and VALIANT routing", run};
}

}  // namespace wayfarer
