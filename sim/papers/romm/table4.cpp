// Nesson and Johnsson, Table 4: greatest expected edge loads in messages, by formula and by
// enumeration; the examples of section 5 and the loads of Table 7.
#include <fmt/format.h>

#include "family/wormhole/formulas.hpp"
#include "papers/romm/paper.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

struct Algorithm {
  RommKind kind;
  unsigned phases = 1;

  [[nodiscard]] RommRouting routing(unsigned d) const {
    switch (kind) {
      case RommKind::kDimensionOrder: return RommRouting::dimension_order();
      case RommKind::kPhases: return RommRouting::romm(phases, d);
      case RommKind::kValiant: return RommRouting::valiant_brebner();
    }
    return {};
  }
  [[nodiscard]] std::string name() const {
    switch (kind) {
      case RommKind::kDimensionOrder: return "DIMORDER";
      case RommKind::kPhases: return fmt::format("{}-PHASE", phases);
      case RommKind::kValiant: return "VALIANT";
    }
    return "";
  }
};

double load_of(const Extents& extents, RommTask task, const Algorithm& algorithm,
               SelfMessages self = SelfMessages::kSilent) {
  const auto d = static_cast<unsigned>(extents.size());
  return greatest_edge_load({romm_mesh(extents), task, d, self}, algorithm.routing(d));
}

/// Random tasks: the printed forms are means over all destinations, the source included, which
/// VALIANT routes to a random node and back.
void add_load(Reproduction& result, const Extents& extents, RommTask task,
              const Algorithm& algorithm) {
  const std::string cell =
      fmt::format("{}, {}, {}", fmt::join(extents, "x"), to_string(task), algorithm.name());
  const double load = load_of(extents, task, algorithm);
  const bool split = algorithm.phases > extents.size();
  const bool few = algorithm.kind == RommKind::kPhases && algorithm.phases != extents.size();
  const double printed = printed_load(task, algorithm.kind, extents);
  if (task == RommTask::kTranspose && few) {
    result.note(cell + " (no formula)", rounded(load));
  } else if (task == RommTask::kBitComplement && !powers_of_two(extents)) {
    result.note(cell, rounded(load));
  } else if (split) {
    result.compare(cell, printed, rounded(load), kExact);
  } else {
    const ClosedForm form = {printed, edge_load(task, algorithm.kind, extents)};
    const bool to_oneself = task == RommTask::kRandom && algorithm.kind == RommKind::kValiant;
    if (to_oneself) {
      result.compare(cell, printed,
                     rounded(load_of(extents, task, algorithm, SelfMessages::kRouted)), kExact);
      note_form(result, cell + ", none to oneself", form, load);
    } else {
      compare_form(result, cell, form, load);
    }
  }
}

/// Flits over the busiest link: 50 messages of 15 data flits and a header of one flit for each
/// phase.
void add_table7(Reproduction& result, const Algorithm& algorithm, unsigned header, double paper) {
  constexpr double kMessages = 50;
  constexpr double kDataFlits = 15;
  const double load = load_of({16, 16}, RommTask::kTranspose, algorithm);
  result.compare("Table 7, flits: " + algorithm.name(), paper,
                 rounded(kMessages * (kDataFlits + header) * load), kExact);
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "romm-table4";
  const Algorithm order = {RommKind::kDimensionOrder};
  const Algorithm two = {RommKind::kPhases, 2};
  const Algorithm four = {RommKind::kPhases, 4};
  const Algorithm valiant = {RommKind::kValiant};
  for (const Extents& extents : {Extents{16, 16}, Extents{4, 4, 4, 4}, Extents{5, 5}})
    for (const RommTask task : {RommTask::kBitComplement, RommTask::kTranspose})
      for (const Algorithm& algorithm : {order, two, four, valiant})
        add_load(result, extents, task, algorithm);
  for (const Extents& extents : {Extents{8, 8}, Extents{4, 4, 4}})
    for (const Algorithm& algorithm : {order, two, four, valiant})
      add_load(result, extents, RommTask::kRandom, algorithm);
  for (const unsigned extent : {2u, 4u})
    add_load(result, Extents(6, extent), RommTask::kTranspose, {RommKind::kPhases, 6});
  add_table7(result, order, 1, 12000);
  add_table7(result, two, 2, 6375);
  add_table7(result, valiant, 2, 6375);
  finish_romm(result);
  result.pictures.push_back(
      comparison(result, "messages", {"16x16, ", "4x4x4x4, ", "5x5, ", "8x8, ", "4x4x4, "}, 2, 0));
  return result;
}

}  // namespace

Experiment romm_table4() {
  return {"romm-table4", "greatest expected edge loads of the algorithms", run};
}

}  // namespace wayfarer
