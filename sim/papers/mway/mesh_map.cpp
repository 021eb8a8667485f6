#include "papers/mway/mesh_map.hpp"

#include <fmt/format.h>

namespace wayfarer {

MeshMap mesh_map(const std::vector<double>& channels) {
  MeshMap map;
  for (unsigned y = 0; y < kMeshExtent; ++y)
    map.emplace_back(channels.begin() + y * kMeshExtent, channels.begin() + (y + 1) * kMeshExtent);
  return map;
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
