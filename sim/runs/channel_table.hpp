// Where a network's channels are: ends, coordinates, direction.
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"
#include "events/paths.hpp"
#include "runs/report.hpp"

namespace wayfarer {

struct ChannelPlace {
  ChannelId channel = 0;
  NodeNumber from = 0;
  NodeNumber to = 0;  ///< The same for a bus.
  std::vector<unsigned>
      coordinates;  ///< Coordinates of `from`; in a line or tree, the number of the outer end.
  std::string direction;  ///< "+x"; "bus"; in a line or tree "to server", "from server".
};

/// The channels that the network has, in the order of their numbers.
[[nodiscard]] std::vector<ChannelPlace> channel_places(const NetworkConfig& config);

/// One row per channel: number, ends, coordinates, direction, and the share of the measured cycles
/// in which it moved a flit, and if it was measured the same of each virtual channel (of a bus, of
/// each driver).
[[nodiscard]] std::string channels_csv(const NetworkConfig& config, const Measurements& measured);
[[nodiscard]] Json channels_json(const NetworkConfig& config, const Measurements& measured);

}  // namespace wayfarer
