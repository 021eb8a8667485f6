// Reproductions as HTML and Markdown pages, made from their JSON files alone.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "report/reproduction.hpp"
#include "runs/report.hpp"

namespace wayfarer {

/// One reproduction as an HTML page that needs no other file. `pictures` are SVG documents.
[[nodiscard]] std::string reproduction_page(const Json& reproduction,
                                            const std::vector<std::string>& pictures);

/// Counts of the cells that are compared with a paper.
struct CellCounts {
  std::size_t cells = 0;
  std::size_t within = 0;                              ///< Within their tolerances.
  std::array<std::size_t, kMissKinds.size()> known{};  ///< Misses with a reason, by its kind.
  std::size_t unexplained = 0;                         ///< Misses without one.

  [[nodiscard]] std::size_t misses() const { return cells - within; }
};
[[nodiscard]] CellCounts count_cells(const std::vector<Json>& reproductions);

/// An index of all reproductions, or of those before an interrupt: the counts, the
/// misses by the kind of their reason, a line for each with a link to its page, and the reasons.
[[nodiscard]] std::string index_page(const std::vector<Json>& reproductions, bool complete);
[[nodiscard]] std::string index_markdown(const std::vector<Json>& reproductions, bool complete);

}  // namespace wayfarer
