// Trees of dimension-order routes in a mesh: what mway_tree_route computes.
#pragma once

#include <cstdint>
#include <vector>

#include "family/mway/topology.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {

/// Masks have a bit for each way of a channel.
class MwayTree {
 public:
  explicit MwayTree(const MwayTopology& topology);

  /// A group with a member that does not exist is none, like an empty one.
  void set_groups(const std::vector<MulticastGroup>& groups);

  /// The members of a channel on the routes from there to a terminal, or to the members of a
  /// group (multicast_destination); 0 if there is no such destination.
  [[nodiscard]] unsigned receivers(ChannelId at, TerminalId destination) const;

  /// What a set passes on that receives by this way: on in its direction, into higher dimensions,
  /// and to processors. A processor, which starts a message, passes it everywhere.
  [[nodiscard]] unsigned allowed(unsigned way) const { return allowed_[way]; }

 private:
  const MwayTopology topology_;
  std::vector<unsigned> allowed_;
  std::vector<std::vector<std::uint16_t>> groups_;  ///< By group and channel.
};

}  // namespace wayfarer
