#include "papers/mway/mesh_map.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace wayfarer {

MeshMap mesh_map(const std::vector<double>& channels) {
  MeshMap map;
  for (unsigned y = 0; y < kMeshExtent; ++y)
    map.emplace_back(channels.begin() + y * kMeshExtent, channels.begin() + (y + 1) * kMeshExtent);
  return map;
}

MeshExtremes mesh_extremes(const MeshMap& map) {
  constexpr unsigned kMiddle = kMeshExtent / 2;
  constexpr unsigned kLast = kMeshExtent - 1;
  const auto [low_centre, high_centre] =
      std::minmax({map[kMiddle - 1][kMiddle - 1], map[kMiddle - 1][kMiddle],
                   map[kMiddle][kMiddle - 1], map[kMiddle][kMiddle]});
  const auto corners = {map[0][0], map[0][kLast], map[kLast][0], map[kLast][kLast]};
  const auto [low_corner, high_corner] = std::minmax(corners);
  const double mean = std::accumulate(corners.begin(), corners.end(), 0.0) / 4;
  return {low_centre, high_centre, mean, low_corner, high_corner};
}

Panel mesh_map_panel(const std::string& title, const MeshMap& map) {
  constexpr unsigned kLast = kMeshExtent - 1;
  constexpr unsigned kMiddle = kMeshExtent / 2;
  constexpr double kLight = 0.6;  ///< Colours from here on are light.
  std::vector<HeatCell> cells;
  std::string labels;
  for (unsigned y = 0; y < kMeshExtent; ++y)
    for (unsigned x = 0; x < kMeshExtent; ++x) {
      const double value = map[y][x];
      cells.push_back({x, y, value});
      const bool corner = (x == 0 || x == kLast) && (y == 0 || y == kLast);
      if (corner || (x == kMiddle && y == kMiddle))
        labels += fmt::format("set label '{}' at {},{} center front font ',9' textcolor rgb '{}'\n",
                              fmt::format("{:.2f}", value).substr(value < 0.995 ? 1 : 0), x, y,
                              value < kLight ? "white" : "black");
    }
  return cells_panel({title, "x", "y", labels}, kMeshExtent, kMeshExtent, cells);
}

}  // namespace wayfarer
