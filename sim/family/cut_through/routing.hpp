// Oblivious, *-channels and minimal triplex routing (Fulgham and Snyder) on meshes and tori: the
// output buffers that a header may take, as data shared by model, analysis and tests.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "config/config.hpp"
#include "core/random.hpp"
#include "family/cut_through/config.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

constexpr unsigned kMaxVcDimensions = 4;

/// Signed hops left in each dimension, the content of a header.
using Hops = std::array<std::int16_t, kMaxVcDimensions>;

/// The hops of the header that a terminal offers.
using HopSource = std::function<Hops(NodeId source)>;

/// Buffers on one side of a node, one bit each: bit port * virtual channels + virtual channel, port
/// being 2 * dimension + minus; injection or ejection ports follow.
using BufferMask = std::uint64_t;

/// The hops of a message. If both ways around a ring are equally long, `random` chooses.
[[nodiscard]] Hops draw_hops(const Grid& topology, NodeId source, NodeId destination,
                             Random& random);

/// The hops of the m-th message (from 0) that a terminal starts, as draws of `router.seed`.
[[nodiscard]] Hops draw_hops(const Grid& topology, unsigned seed, NodeId source, NodeId destination,
                             std::uint32_t m);

/// All results that draw_hops can return, first the one with the fewest wraps.
[[nodiscard]] std::vector<Hops> all_hops(const Grid& topology, NodeId source, NodeId destination);

/// The initial state of a node's LFSR; the RTL computes the same.
[[nodiscard]] constexpr std::uint32_t lfsr_seed(std::uint32_t router_seed, NodeId node) {
  std::uint32_t seed = (router_seed + 1) * 0x9e37'79b1u + (node + 1) * 0x85eb'ca77u;
  seed ^= seed >> 15;
  return seed * 0x2c1b'3c6du;
}

class CutThroughRouting {
 public:
  /// `config` has cut-through switching and its defaults filled.
  explicit CutThroughRouting(const NetworkConfig& config);

  /// The output buffers that a header in input buffer `in` of a node may take.
  [[nodiscard]] BufferMask outputs(NodeId node, const Hops& hops, unsigned in) const;

  /// Takes the hops of a header over the link of an output buffer. On a torus, a header that has
  /// been led away by more than half a ring goes on around it.
  void pass(Hops& hops, unsigned out) const;

  /// The output buffers of the links that a node has.
  [[nodiscard]] BufferMask links(NodeId node) const;

  /// Whether a buffer of a link belongs to a class. With oblivious routing all do; with adaptive
  /// routing the others may be taken in any order and need not be free of cycles.
  [[nodiscard]] bool escape(unsigned buffer) const {
    return buffer < link_buffers_ && buffer % channels_ < escape_channels_;
  }
  /// Whether packet exchange, and no escape channel, keeps the network from deadlock.
  [[nodiscard]] bool exchanges() const { return escape_channels_ == 0; }
  [[nodiscard]] const Grid& topology() const { return topology_; }
  [[nodiscard]] unsigned virtual_channels() const { return channels_; }
  [[nodiscard]] unsigned link_buffers() const { return link_buffers_; }

 private:
  [[nodiscard]] unsigned set_of(NodeId node, unsigned dimension, int hops) const;

  Grid topology_;
  CutThroughRoutingKind routing_;
  unsigned sets_;
  unsigned channels_;
  unsigned link_buffers_;
  unsigned escape_channels_;
  unsigned set_channels_;     ///< Virtual channels of a set.
  BufferMask set_mask_;       ///< A set's virtual channels, from bit 0 on.
  BufferMask adaptive_mask_;  ///< A link's adaptive virtual channels.
  BufferMask delivery_mask_;
  std::vector<std::uint16_t> coordinates_;  ///< By node and dimension.
};

}  // namespace wayfarer
