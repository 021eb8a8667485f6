// Where the nodes and channels of a network are, for tables, pictures and observers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

/// A router, switch or bus; a family says what its nodes are.
using NodeNumber = std::uint32_t;

constexpr ChannelId kNoChannel = ~ChannelId{0};
constexpr NodeNumber kNoNode = ~NodeNumber{0};

/// The nodes that a channel joins; kNoNode: the network has no such channel. A bus begins and ends
/// at its own node.
struct ChannelEnds {
  NodeNumber from = kNoNode;
  NodeNumber to = kNoNode;

  [[nodiscard]] bool exist() const { return from != kNoNode; }
};

struct MapChannel {
  ChannelEnds ends;
  NodeNumber at = kNoNode;  ///< Its place is that of this node.
  std::string direction;    ///< "+x"; "bus"; in a line or tree "to server", "from server".
};

struct NetworkMap {
  std::vector<std::vector<unsigned>> nodes;  ///< Coordinates; in a line or tree, the node's number.
  std::vector<MapChannel> channels;          ///< By number, with numbers that have no channel.
  bool y_leads_south = false;  ///< Pictures have north at the top: else y grows upwards.

  [[nodiscard]] std::uint32_t existing_channels() const {
    return static_cast<std::uint32_t>(
        std::count_if(channels.begin(), channels.end(),
                      [](const MapChannel& channel) { return channel.ends.exist(); }));
  }
};

/// "channel 7 (3 to 4)"; without ends for a bus.
[[nodiscard]] std::string channel_text(ChannelId channel, const ChannelEnds& ends);

/// The name of a dimension's positive or negative direction: "+x", "-y", "+d4".
[[nodiscard]] std::string direction_name(unsigned dimension, bool minus);

/// The coordinates of each node of a grid.
[[nodiscard]] std::vector<std::vector<unsigned>> grid_coordinates(const Grid& grid);

/// A grid whose channels are its links, by their numbers.
[[nodiscard]] NetworkMap link_map(const Grid& grid);

/// A grid whose channels are buses, one at each node.
[[nodiscard]] NetworkMap bus_map(const Grid& grid);

}  // namespace wayfarer
