#include "papers/romm/report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

void check_form(const std::string& cell, const ClosedForm& form, double measured) {
  if (std::abs(form.repaired - measured) > kExact * measured)
    throw CheckFailed(fmt::format("{}: enumeration gives {}, the repaired formula {}", cell,
                                  measured, form.repaired));
}

}  // namespace

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

Grid romm_mesh(const Extents& extents) { return Grid({TopologyKind::kMesh, extents, 1}); }

double romm_paths_between(const Grid& topology, NodeId source, NodeId destination,
                          const RommRouting& routing) {
  return static_cast<double>(count_paths(topology, source, destination, routing));
}

double longest_route_paths(const Extents& extents, const RommRouting& routing) {
  const Grid topology = romm_mesh(extents);
  return romm_paths_between(topology, 0, topology.nodes() - 1, routing);
}

void compare_exactly(Reproduction& result, const std::string& cell, double paper, double measured) {
  result.compare(cell, paper, measured, 0);
}

void compare_form(Reproduction& result, const std::string& cell, const ClosedForm& form,
                  double measured) {
  check_form(cell, form, measured);
  result.compare(cell, rounded(form.printed), rounded(measured), kExact);
  if (std::abs(form.printed - form.repaired) > kExact * measured)
    result.note(cell + ", formula repaired", rounded(form.repaired));
}

void note_form(Reproduction& result, const std::string& cell, const ClosedForm& form,
               double measured) {
  check_form(cell, form, measured);
  result.note(cell, rounded(measured));
}

bool powers_of_two(const Extents& extents) {
  return std::all_of(extents.begin(), extents.end(),
                     [](unsigned extent) { return (extent & (extent - 1)) == 0; });
}

void finish_romm(Reproduction& result) {
  result.conditions = {{"method", "enumeration of all choices of all messages"}};
  result.summarize("");
}

}  // namespace wayfarer
