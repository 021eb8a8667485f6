// The load of the busiest link of a mesh or torus under uniform traffic in dimension order.
#pragma once

#include "geometry/topology_config.hpp"

namespace wayfarer {

struct LinkLoadOptions {
  bool half_duplex = false;  ///< Both directions of a link count together.
  bool split_ties = false;   ///< Messages with two shortest paths use each for half.
};

/// Expected flits on the busiest link when every node sends one flit to a uniformly drawn other
/// one.
[[nodiscard]] double greatest_link_load(const TopologyConfig& topology,
                                        const LinkLoadOptions& options = {});

/// Flits per node and cycle that such traffic cannot exceed: the links', or that of the node's
/// injection or ejection ports.
[[nodiscard]] double link_load_bound(const TopologyConfig& topology, unsigned ports,
                                     const LinkLoadOptions& options = {});

}  // namespace wayfarer
