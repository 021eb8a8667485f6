#include "family/kit/link_load.hpp"

#include <algorithm>
#include <vector>

#include "geometry/grid.hpp"

namespace wayfarer {

double greatest_link_load(const TopologyConfig& topology, const LinkLoadOptions& options) {
  const double nodes = topology.nodes();
  double greatest = 0;
  for (const unsigned extent : topology.extents) {
    // All rows of a dimension are equal: lower digits are distributed like destinations, higher
    // ones like sources.
    const Grid row({topology.kind, {extent}, 1}, HalfWay::kStraight);
    std::vector<double> flits(row.link_ids());
    const auto add = [&](NodeId from, const Displacements& way, double share) {
      row.walk(from, way, [&](LinkId link) { flits[link] += share; });
    };
    for (NodeId from = 0; from < extent; ++from) {
      for (NodeId to = 0; to < extent; ++to) {
        Displacements way = row.routing_set(from, to);
        const bool either = options.split_ties && row.torus() && 2 * magnitude(way) == extent;
        add(from, way, either ? 0.5 : 1);
        way[0] = -way[0];
        if (either) add(from, way, 0.5);
      }
    }
    for (NodeId node = 0; node < extent; ++node) {
      const double there = flits[row.link(node, 0, false)];
      const double back = flits[row.link(row.neighbour(node, 0, false), 0, true)];
      const double both = options.half_duplex ? there + back : std::max(there, back);
      greatest = std::max(greatest, both * nodes / extent / std::max(1.0, nodes - 1));
    }
  }
  return greatest;
}

double link_load_bound(const TopologyConfig& topology, unsigned ports,
                       const LinkLoadOptions& options) {
  const double load = greatest_link_load(topology, options);
  return load > 0 ? std::min<double>(ports, 1 / load) : ports;
}

}  // namespace wayfarer
