// The channels of the 16x16 mesh as a heat map, as in Figure 9.
#pragma once

#include <string>
#include <vector>

#include "report/plot.hpp"

namespace wayfarer {

constexpr unsigned kMeshExtent = 16;

/// Utilisation by row and column.
using MeshMap = std::vector<std::vector<double>>;

/// `channels` by their number: 256 of them.
[[nodiscard]] MeshMap mesh_map(const std::vector<double>& channels);

/// The corners, and the four channels of the centre.
struct MeshExtremes {
  double least_centre;
  double greatest_centre;
  double mean_corner;
  double least_corner;
  double greatest_corner;
};
[[nodiscard]] MeshExtremes mesh_extremes(const MeshMap& map);

/// Cells in colour, with the values of the corners and of one channel of the centre.
[[nodiscard]] Panel mesh_map_panel(const std::string& title, const MeshMap& map);

}  // namespace wayfarer
