// k-ary m-way networks (Mudawwar, section 2): channels, routers between them, identifiers on a
// channel and the routing function, as data shared by model, analysis, benches and builds.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "family/mway/chip/fault.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

/// A router joins channel `low` to channel `high`, its neighbour along the positive dimension.
/// Its DIM+ buffer set receives from `low` and drives `high`; its DIM- set the other way round.
struct MwayRouter {
  ChannelId low = 0;
  ChannelId high = 0;
  unsigned dimension = 0;
};

/// The way of a header on a channel and the class of buffers that it may take there.
struct MwayHop {
  unsigned way = 0;
  unsigned buffer_class = 0;
};

class MwayTopology {
 public:
  /// With a fault, of a mesh.
  explicit MwayTopology(const TopologyConfig& config, const MwayFault& fault = {});

  [[nodiscard]] unsigned dimensions() const { return grid_.dimensions(); }
  [[nodiscard]] const std::vector<unsigned>& extents() const { return grid_.extents(); }
  [[nodiscard]] bool torus() const { return grid_.torus(); }
  [[nodiscard]] unsigned processors_per_channel() const { return processors_; }
  [[nodiscard]] std::uint32_t channels() const { return grid_.nodes(); }
  [[nodiscard]] std::uint32_t terminals() const { return channels() * processors_; }

  /// All routers: by channel `low`, then by dimension.
  [[nodiscard]] const std::vector<MwayRouter>& routers() const { return routers_; }

  /// Identifiers on a channel. Dimension d owns two (DIM+ then DIM-), one where a channel has only
  /// one router along d (a mesh of extent 2), and none for extent 1; processors follow.
  [[nodiscard]] unsigned way(unsigned dimension, bool minus) const {
    return way_base_[dimension] + (minus && two_sided_[dimension] ? 1 : 0);
  }
  [[nodiscard]] unsigned processor_way(unsigned local) const { return router_ways_ + local; }
  [[nodiscard]] unsigned ways() const { return router_ways_ + processors_; }

  /// Lines of the channel's priority bus: ceil(log2(ways)).
  [[nodiscard]] unsigned priority_lines() const;

  [[nodiscard]] unsigned digit(ChannelId channel, unsigned dimension) const {
    return grid_.digit(channel, dimension);
  }
  [[nodiscard]] ChannelId channel_of(TerminalId terminal) const { return terminal / processors_; }
  [[nodiscard]] unsigned local_of(TerminalId terminal) const { return terminal % processors_; }

  /// Dimension order, ascending; on a torus the shorter way (positive on a tie) with Dally-Seitz
  /// classes: 0 while the wrap-around router of the dimension is still ahead, else 1. On a mesh
  /// the class is always 0. With a fault, around it: dimension order in class 0, and descending in
  /// class 1 once the next hop is dead; `incoming_class` is that of the buffer set which routes, 0
  /// in a processor.
  [[nodiscard]] MwayHop route(ChannelId at, TerminalId destination,
                              unsigned incoming_class = 0) const;

  [[nodiscard]] const MwayFault& fault() const { return fault_; }
  /// Two classes of buffers.
  [[nodiscard]] bool two_classes() const { return torus() || fault_; }
  /// Whether messages from one channel's processors reach those of the other.
  [[nodiscard]] bool connected(ChannelId from, ChannelId to) const;

  /// Calls `action(channel, driver, hop)` for each channel on a message's path, in order: its
  /// driver there, and the route from there. A router that receives as DIM+ drives the next channel
  /// as DIM+. With a fault a path may come back over a channel, as another driver.
  template <typename Action>
  void follow(TerminalId source, TerminalId destination, const Action& action) const {
    ChannelId at = channel_of(source);
    MwayHop hop{processor_way(local_of(source)), 0};
    for (;;) {
      const unsigned driver = hop.way;
      hop = route(at, destination, hop.buffer_class);
      action(at, driver, hop);
      if (hop.way >= router_ways_) return;
      at = neighbour(at, hop.way);
    }
  }

  /// The channel reached by a router's way; at the edge of a mesh, the same channel.
  [[nodiscard]] ChannelId neighbour(ChannelId at, unsigned way) const;

  /// Routers a message passes from one terminal to another.
  [[nodiscard]] unsigned hops(TerminalId source, TerminalId destination) const {
    return grid_.distance(channel_of(source), channel_of(destination));
  }

 private:
  [[nodiscard]] MwayHop detour(ChannelId at, TerminalId destination, unsigned incoming_class) const;
  /// Whether the router to that neighbour, or the neighbour, is dead.
  [[nodiscard]] bool dead(ChannelId at, unsigned dimension, bool minus) const;

  Grid grid_;  ///< Its nodes are the channels.
  unsigned processors_ = 1;
  unsigned router_ways_ = 0;
  MwayFault fault_;
  unsigned first_dimension_ = 0;  ///< First dimension whose extent is more than 1.
  unsigned last_dimension_ = 0;
  std::vector<unsigned> way_base_;
  std::vector<bool> two_sided_;
  std::vector<MwayRouter> routers_;
};

}  // namespace wayfarer
