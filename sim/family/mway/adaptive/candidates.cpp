#include "family/mway/adaptive/candidates.hpp"

namespace wayfarer {
namespace {

/// Each way that leads closer; of a ring half-way round, both.
unsigned minimal_ways(const MwayTopology& topology, ChannelId at, ChannelId target) {
  unsigned ways = 0;
  for (unsigned d = 0; d < topology.dimensions(); ++d) {
    const unsigned here = topology.digit(at, d);
    const unsigned there = topology.digit(target, d);
    if (here == there) continue;
    const unsigned extent = topology.extents()[d];
    const unsigned forward = (there + extent - here) % extent;
    const bool plus = topology.torus() ? 2 * forward <= extent : there > here;
    const bool minus = topology.torus() ? 2 * forward >= extent : there < here;
    if (plus) ways |= 1u << topology.way(d, false);
    if (minus) ways |= 1u << topology.way(d, true);
  }
  return ways;
}

/// Whether the way leads away from the end of a ring.
bool after_wrap(const MwayTopology& topology, ChannelId at, unsigned way) {
  for (unsigned d = 0; d < topology.dimensions(); ++d) {
    if (topology.extents()[d] == 1) continue;
    if (way == topology.way(d, false)) return topology.digit(at, d) == 0;
    if (way == topology.way(d, true)) return topology.digit(at, d) + 1 == topology.extents()[d];
  }
  return false;
}

}  // namespace

MwayCandidates mway_candidates(const MwayTopology& topology, MwayVariant variant, ChannelId at,
                               TerminalId destination, unsigned incoming_way,
                               unsigned incoming_class) {
  const MwayHop hop = topology.route(at, destination);
  MwayCandidates candidates{0, hop.way, 1u << hop.buffer_class};
  if (hop.way >= topology.processor_way(0)) return candidates;
  if (variant == MwayVariant::kAdaptive || variant == MwayVariant::kUnescaped)
    candidates.adaptive = minimal_ways(topology, at, topology.channel_of(destination));
  if (variant == MwayVariant::kUnescaped) candidates.classes = 0;
  // Also class 0, until the message takes class 1 or the wrap-around router.
  const bool goes_on = incoming_way == hop.way;
  if (variant == MwayVariant::kBalanced && hop.buffer_class == 1 &&
      !(goes_on && (incoming_class == 1 || after_wrap(topology, at, hop.way))))
    candidates.classes = 3;
  return candidates;
}

std::array<unsigned, kMwayClasses> class_buffers(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  const auto [first, second, third] = router.classes;
  if (router.variant == MwayVariant::kUnescaped) return {0, 0, first};
  if (router.variant == MwayVariant::kAdaptive && !config.topology.torus())
    return {first, 0, second};
  return {first, second, third};
}

std::array<unsigned, kMwayClasses> own_buffers(const std::array<unsigned, kMwayClasses>& buffers) {
  const auto& [zero, one, adaptive] = buffers;
  return {zero & ~(one | adaptive), one & ~(zero | adaptive), adaptive & ~(zero | one)};
}

}  // namespace wayfarer
