// Meshes and tori of nodes (Nesson and Johnsson, definitions 1 to 3): neighbours, links and routing
// sets, as data shared by model, analysis, benches and builds.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "geometry/topology_config.hpp"

namespace wayfarer {

/// A router and its processor: dimension 0 of its address varies fastest.
using NodeId = std::uint32_t;

/// One direction of a link: (node it leaves, dimension, minus or plus).
using LinkId = std::uint32_t;

/// Hardware has at most 4; the paper's binary cube of 4096 nodes, used to count paths, has 12.
constexpr unsigned kMaxGridDimensions = 12;

/// Signed hops in each dimension, 0 beyond the last one.
using Displacements = std::array<int, kMaxGridDimensions>;

/// Hops in all dimensions, ||R||, and dimensions with hops, |R|.
[[nodiscard]] unsigned magnitude(const Displacements& set);
[[nodiscard]] unsigned cardinality(const Displacements& set);

/// The direction in an even torus when both are equally long. Definition 3 as printed is kStraight:
/// such a displacement has the sign of y - x, and never wraps.
enum class HalfWay { kPositive, kStraight };

class Grid {
 public:
  /// Ignores `config.processors`. Throws UsageError for illegal extents.
  explicit Grid(const TopologyConfig& config, HalfWay half_way = HalfWay::kPositive);

  [[nodiscard]] unsigned dimensions() const { return static_cast<unsigned>(extents_.size()); }
  [[nodiscard]] const std::vector<unsigned>& extents() const { return extents_; }
  [[nodiscard]] bool torus() const { return torus_; }
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }

  [[nodiscard]] unsigned digit(NodeId node, unsigned dimension) const {
    return node / stride_[dimension] % extents_[dimension];
  }
  /// The node with these digits, one for each dimension.
  [[nodiscard]] NodeId node(const std::vector<unsigned>& digits) const;

  /// The neighbour; the node itself where a mesh ends. In a torus of extent 2 both neighbours of a
  /// dimension are the same node, over two links.
  [[nodiscard]] NodeId neighbour(NodeId node, unsigned dimension, bool minus) const;

  /// Count of link numbers, including those that a mesh does not use.
  [[nodiscard]] std::uint32_t link_ids() const { return nodes_ * 2 * dimensions(); }
  [[nodiscard]] LinkId link(NodeId from, unsigned dimension, bool minus) const {
    return (from * dimensions() + dimension) * 2 + (minus ? 1 : 0);
  }
  [[nodiscard]] NodeId link_source(LinkId link) const { return link / 2 / dimensions(); }
  [[nodiscard]] unsigned link_dimension(LinkId link) const { return link / 2 % dimensions(); }
  [[nodiscard]] bool link_minus(LinkId link) const { return link % 2 != 0; }
  [[nodiscard]] NodeId link_target(LinkId link) const {
    return neighbour(link_source(link), link_dimension(link), link_minus(link));
  }
  [[nodiscard]] bool link_exists(LinkId link) const {
    return link_target(link) != link_source(link);
  }
  /// Whether the link joins the last and the first node of a dimension, as in a torus.
  [[nodiscard]] bool link_wraps(LinkId link) const;

  /// Definition 3: y - x on a mesh, the shorter way on a torus.
  [[nodiscard]] Displacements routing_set(NodeId source, NodeId destination) const;
  [[nodiscard]] unsigned distance(NodeId source, NodeId destination) const {
    return magnitude(routing_set(source, destination));
  }

  /// Walks from a node by displacements, dimension 0 first, calls action(link) for each link on the
  /// path, and returns the last node. On a mesh the path must stay inside.
  template <typename Action>
  NodeId walk(NodeId from, const Displacements& set, const Action& action) const {
    for (unsigned d = 0; d < dimensions(); ++d) {
      if (set[d] == 0) continue;
      const bool minus = set[d] < 0;
      unsigned here = digit(from, d);
      const NodeId base = from - here * stride_[d];
      for (int left = minus ? -set[d] : set[d]; left > 0; --left) {
        action(link(base + here * stride_[d], d, minus));
        here = next_digit(here, d, minus);
      }
      from = base + here * stride_[d];
    }
    return from;
  }

 private:
  [[nodiscard]] unsigned next_digit(unsigned here, unsigned dimension, bool minus) const {
    const unsigned last = extents_[dimension] - 1;
    if (minus) return here == 0 ? last : here - 1;
    return here == last ? 0 : here + 1;
  }

  std::vector<unsigned> extents_;
  bool torus_;
  HalfWay half_way_;
  std::uint32_t nodes_ = 1;
  std::vector<std::uint32_t> stride_;
};

}  // namespace wayfarer
