// The common part of the virtual-channel routers' message paths.
#pragma once

#include "config/config.hpp"
#include "events/paths.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

class MeshPaths : public MessagePaths {
 public:
  explicit MeshPaths(const NetworkConfig& config)
      : topology_(config.topology, HalfWay::kStraight) {}

  [[nodiscard]] std::uint32_t nodes() const override { return topology_.nodes(); }
  [[nodiscard]] ChannelEnds ends(ChannelId channel) const override {
    if (!topology_.torus() && !topology_.link_exists(channel)) return {};
    return {topology_.link_source(channel), topology_.link_target(channel)};
  }
  using MessagePaths::node_of;

 protected:
  /// The node at which a head is.
  [[nodiscard]] NodeId node_of(const HeadPlace& head) const {
    return head.channel == kNoChannel ? head.source : topology_.link_target(head.channel);
  }

  const Grid topology_;
};

}  // namespace wayfarer
