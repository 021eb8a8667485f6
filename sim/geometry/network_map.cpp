#include "geometry/network_map.hpp"

#include <fmt/format.h>

namespace wayfarer {

std::string channel_text(ChannelId channel, const ChannelEnds& ends) {
  return ends.from == ends.to ? fmt::format("channel {}", channel)
                              : fmt::format("channel {} ({} to {})", channel, ends.from, ends.to);
}

std::string direction_name(unsigned dimension, bool minus) {
  const char sign = minus ? '-' : '+';
  return dimension < 4 ? std::string{sign, "xyzw"[dimension]}
                       : fmt::format("{}d{}", sign, dimension);
}

std::vector<std::vector<unsigned>> grid_coordinates(const Grid& grid) {
  std::vector<std::vector<unsigned>> nodes(grid.nodes());
  for (NodeId node = 0; node < grid.nodes(); ++node)
    for (unsigned d = 0; d < grid.dimensions(); ++d) nodes[node].push_back(grid.digit(node, d));
  return nodes;
}

NetworkMap link_map(const Grid& grid) {
  NetworkMap map;
  map.nodes = grid_coordinates(grid);
  map.channels.resize(grid.link_ids());
  for (LinkId link = 0; link < grid.link_ids(); ++link)
    if (grid.link_exists(link)) {
      const NodeId from = grid.link_source(link);
      map.channels[link] = {{from, grid.link_target(link)},
                            from,
                            direction_name(grid.link_dimension(link), grid.link_minus(link))};
    }
  return map;
}

NetworkMap bus_map(const Grid& grid) {
  NetworkMap map;
  map.nodes = grid_coordinates(grid);
  for (NodeId node = 0; node < grid.nodes(); ++node)
    map.channels.push_back({{node, node}, node, "bus"});
  return map;
}

}  // namespace wayfarer
