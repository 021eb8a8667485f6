#include "geometry/grid.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {

unsigned magnitude(const Displacements& set) {
  return std::accumulate(set.begin(), set.end(), 0u, [](unsigned sum, int displacement) {
    return sum + static_cast<unsigned>(std::abs(displacement));
  });
}

unsigned cardinality(const Displacements& set) {
  return static_cast<unsigned>(
      std::count_if(set.begin(), set.end(), [](int displacement) { return displacement != 0; }));
}

Grid::Grid(const TopologyConfig& config, HalfWay half_way)
    : extents_(config.extents), torus_(config.kind == TopologyKind::kTorus), half_way_(half_way) {
  constexpr std::uint64_t kMaxNodes = 1u << 16;
  if (extents_.empty() || extents_.size() > kMaxGridDimensions)
    throw UsageError(
        fmt::format("{} dimensions; legal: 1 to {}", extents_.size(), kMaxGridDimensions));
  for (const unsigned extent : extents_) {
    if (extent == 0 || std::uint64_t{nodes_} * extent > kMaxNodes)
      throw UsageError(fmt::format("extents {}; legal: 1 or more, at most {} nodes",
                                   fmt::join(extents_, "x"), kMaxNodes));
    stride_.push_back(nodes_);
    nodes_ *= extent;
  }
}

NodeId Grid::node(const std::vector<unsigned>& digits) const {
  NodeId node = 0;
  for (unsigned d = 0; d < dimensions(); ++d) node += digits[d] * stride_[d];
  return node;
}

NodeId Grid::neighbour(NodeId node, unsigned dimension, bool minus) const {
  const unsigned here = digit(node, dimension);
  if (!torus_ && here == (minus ? 0 : extents_[dimension] - 1)) return node;
  return node + (next_digit(here, dimension, minus) - here) * stride_[dimension];
}

bool Grid::link_wraps(LinkId link) const {
  const unsigned d = link_dimension(link);
  const unsigned end = link_minus(link) ? 0 : extents_[d] - 1;
  return torus_ && extents_[d] > 1 && digit(link_source(link), d) == end;
}

Displacements Grid::routing_set(NodeId source, NodeId destination) const {
  Displacements set{};
  for (unsigned d = 0; d < dimensions(); ++d) {
    const int extent = static_cast<int>(extents_[d]);
    int way = static_cast<int>(digit(destination, d)) - static_cast<int>(digit(source, d));
    if (torus_) {
      if (2 * std::abs(way) > extent) way += way > 0 ? -extent : extent;
      if (half_way_ == HalfWay::kPositive && 2 * way == -extent) way = -way;
    }
    set[d] = way;
  }
  return set;
}

}  // namespace wayfarer
