#include "family/cut_through/routing.hpp"
#include "family/cut_through/config.hpp"
#include "family/mesh/config.hpp"

#include <algorithm>
#include <cstdlib>

namespace wayfarer {
namespace {

BufferMask low_bits(unsigned count) { return (BufferMask{1} << count) - 1; }

/// Whether both ways around the ring of this dimension are equally long.
bool half_way(const Grid& topology, unsigned dimension, int displacement) {
  return topology.torus() && displacement != 0 &&
         2 * std::abs(displacement) == static_cast<int>(topology.extents()[dimension]);
}

Hops to_hops(const Displacements& set) {
  Hops hops{};
  for (unsigned d = 0; d < kMaxVcDimensions; ++d) hops[d] = static_cast<std::int16_t>(set[d]);
  return hops;
}

void turn(std::int16_t& hops) { hops = static_cast<std::int16_t>(-hops); }

}  // namespace

Hops draw_hops(const Grid& topology, NodeId source, NodeId destination, Random& random) {
  Hops hops = to_hops(topology.routing_set(source, destination));
  for (unsigned d = 0; d < topology.dimensions(); ++d)
    if (half_way(topology, d, hops[d]) && random.below(2) == 1) turn(hops[d]);
  return hops;
}

Hops draw_hops(const Grid& topology, unsigned seed, NodeId source, NodeId destination,
               std::uint32_t m) {
  Random random(seed, source, Purpose::kRoute, m);
  return draw_hops(topology, source, destination, random);
}

std::vector<Hops> all_hops(const Grid& topology, NodeId source, NodeId destination) {
  std::vector<Hops> all = {to_hops(topology.routing_set(source, destination))};
  for (unsigned d = 0; d < topology.dimensions(); ++d) {
    if (!half_way(topology, d, all.front()[d])) continue;
    const std::size_t known = all.size();
    for (std::size_t i = 0; i < known; ++i) {
      all.push_back(all[i]);
      turn(all.back()[d]);
    }
  }
  return all;
}

CutThroughRouting::CutThroughRouting(const NetworkConfig& config)
    : topology_(config.topology, HalfWay::kStraight),
      routing_(cut_through_of(config).routing),
      sets_(mesh_of(config).vc_classes),
      channels_(mesh_of(config).link_virtual_channels()),
      link_buffers_(2 * topology_.dimensions() * channels_),
      escape_channels_(cut_through_of(config).chaotic()    ? 0
                       : cut_through_of(config).adaptive() ? sets_
                                                           : channels_),
      set_channels_(cut_through_of(config).adaptive() ? 1 : mesh_of(config).virtual_channels),
      set_mask_(escape_channels_ == 0 ? 0 : low_bits(set_channels_)),
      adaptive_mask_(low_bits(channels_) & ~low_bits(escape_channels_)),
      delivery_mask_(low_bits(mesh_of(config).ejection_ports) << link_buffers_) {
  for (NodeId node = 0; node < topology_.nodes(); ++node)
    for (unsigned d = 0; d < topology_.dimensions(); ++d)
      coordinates_.push_back(static_cast<std::uint16_t>(topology_.digit(node, d)));
}

BufferMask CutThroughRouting::outputs(NodeId node, const Hops& hops, unsigned in) const {
  BufferMask ordered = 0;
  BufferMask adaptive = 0;
  unsigned dimensions = 0;  // with hops left
  for (unsigned d = 0; d < topology_.dimensions(); ++d) {
    if (hops[d] == 0) continue;
    const unsigned first = (2 * d + (hops[d] < 0 ? 1 : 0)) * channels_;
    if (dimensions++ == 0)
      ordered = set_mask_ << (first + set_of(node, d, hops[d]) * set_channels_);
    adaptive |= adaptive_mask_ << first;
  }
  if (dimensions == 0) return delivery_mask_;
  if (routing_ == CutThroughRoutingKind::kMinimalTriplex && dimensions == 1 && escape(in))
    return ordered;
  return ordered | adaptive;
}

void CutThroughRouting::pass(Hops& hops, unsigned out) const {
  const unsigned port = out / channels_;
  const auto extent = static_cast<int>(topology_.extents()[port / 2]);
  int left = hops[port / 2] + (port % 2 != 0 ? 1 : -1);
  if (topology_.torus() && 2 * std::abs(left) > extent && (left > 0) == (port % 2 != 0))
    left -= left > 0 ? extent : -extent;
  hops[port / 2] = static_cast<std::int16_t>(left);
}

BufferMask CutThroughRouting::links(NodeId node) const {
  BufferMask found = 0;
  for (unsigned port = 0; port < 2 * topology_.dimensions(); ++port)
    if (topology_.link_exists(topology_.link(node, port / 2, port % 2 != 0)))
      found |= low_bits(channels_) << port * channels_;
  return found;
}

/// Class 0 before the wrap link of the dimension, else 1 (Dally and Seitz).
unsigned CutThroughRouting::set_of(NodeId node, unsigned dimension, int hops) const {
  if (!topology_.torus()) return 0;
  const int end = coordinates_[node * topology_.dimensions() + dimension] + hops;
  const bool wraps = end < 0 || end >= static_cast<int>(topology_.extents()[dimension]);
  return std::min(wraps ? 0u : 1u, sets_ - 1);
}

}  // namespace wayfarer
