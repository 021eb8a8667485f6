// Reproductions as HTML and Markdown pages, made from their JSON files alone.
#pragma once

#include <string>
#include <vector>

#include "runs/report.hpp"

namespace wayfarer {

/// One reproduction as an HTML page that needs no other file. `pictures` are SVG documents.
[[nodiscard]] std::string reproduction_page(const Json& reproduction,
                                            const std::vector<std::string>& pictures);

/// Counts of the cells that are compared with a paper.
struct CellCounts {
  std::size_t cells = 0;
  std::size_t within = 0;       ///< Within their tolerances.
  std::size_t known = 0;        ///< Misses with a reason.
  std::size_t unexplained = 0;  ///< Misses without one.
};
[[nodiscard]] CellCounts count_cells(const std::vector<Json>& reproductions);

/// An index of all reproductions, or of those before an interrupt: the counts, a line for each with
/// a link to its page, and the known misses.
[[nodiscard]] std::string index_page(const std::vector<Json>& reproductions, bool complete);
[[nodiscard]] std::string index_markdown(const std::vector<Json>& reproductions, bool complete);

}  // namespace wayfarer
