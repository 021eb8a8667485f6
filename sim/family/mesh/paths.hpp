// The common part of the virtual-channel routers' message paths.
#pragma once

#include "config/config.hpp"
#include "events/paths.hpp"
#include "family/mesh/map.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

class MeshPaths : public MessagePaths {
 public:
  explicit MeshPaths(const NetworkConfig& config)
      : MessagePaths(mesh_map(config)), topology_(config.topology, HalfWay::kStraight) {}

  using MessagePaths::node_of;

 protected:
  /// The node at which a head is.
  [[nodiscard]] NodeId node_of(const HeadPlace& head) const {
    return head.channel == kNoChannel ? head.source : topology_.link_target(head.channel);
  }

  const Grid topology_;
};

}  // namespace wayfarer
