// Nesson and Johnsson, Table 1: average and longest paths on meshes, by formula and by enumeration.
#include <fmt/format.h>

#include "family/wormhole/formulas.hpp"
#include "papers/romm/paper.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

struct RoutedNetwork {
  Extents extents;
  unsigned d;  ///< Dimensions in which the task routes.
};

/// Averages count all nodes, as printed. The destinations of random tasks include the source, so
/// that the longest paths of VALIANT include the way to a random node and back.
void add_network(Reproduction& result, const RoutedNetwork& network, RommTask task, RommKind kind) {
  const bool valiant = kind == RommKind::kValiant;
  const Grid topology = romm_mesh(network.extents);
  const RommRouting routing =
      valiant ? RommRouting::valiant_brebner() : RommRouting::romm(2, network.d);
  const std::string cell = fmt::format("{}, d = {}, {}, {}", fmt::join(network.extents, "x"),
                                       network.d, to_string(task), valiant ? "VALIANT" : "minimal");
  const PathLengths sent = path_lengths({topology, task, network.d}, routing);
  const PathLengths all = path_lengths({topology, task, network.d, SelfMessages::kRouted}, routing);
  const ClosedForm average = {printed_average_path(task, kind, network.extents, network.d),
                              average_path(task, kind, network.extents, network.d)};
  const ClosedForm longest = {printed_longest_path(task, kind, network.extents, network.d),
                              longest_path(task, kind, network.extents, network.d)};
  if (task == RommTask::kBitComplement && !powers_of_two(network.extents)) {
    note_form(result, cell + ": average", average, all.average);
    note_form(result, cell + ": longest", longest, sent.longest);
    return;
  }
  compare_form(result, cell + ": average", average, all.average);
  if (valiant && task != RommTask::kBitComplement)
    result.note(cell + ": average, none to oneself", rounded(sent.average));
  if (task != RommTask::kRandom) {
    compare_form(result, cell + ": longest", longest, sent.longest);
    return;
  }
  compare_form(result, cell + ": longest", {longest.printed, longest.printed}, all.longest);
  if (valiant) note_form(result, cell + ": longest, none to oneself", longest, sent.longest);
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "romm-table1";
  for (const RoutedNetwork& network : {RoutedNetwork{{8, 8}, 2}, RoutedNetwork{{5, 5}, 2},
                                       RoutedNetwork{{4, 4, 4}, 2}, RoutedNetwork{{4, 4, 4, 4}, 4}})
    for (const RommTask task : {RommTask::kBitComplement, RommTask::kTranspose, RommTask::kRandom})
      for (const RommKind kind : {RommKind::kPhases, RommKind::kValiant}) {
        // All pairs through all of 256 nodes cost more time than the result is worth.
        if (task == RommTask::kRandom && network.extents.size() == 4) continue;
        add_network(result, network, task, kind);
      }
  finish_romm(result);
  return result;
}

}  // namespace

Experiment romm_table1() {
  return {"romm-table1", "average and longest paths of minimal and VALIANT routing", run};
}

}  // namespace wayfarer
