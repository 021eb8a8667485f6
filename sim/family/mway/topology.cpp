#include "family/mway/topology.hpp"

namespace wayfarer {

MwayTopology::MwayTopology(const TopologyConfig& config, const MwayFault& fault)
    : grid_(config), processors_(config.processors), fault_(fault) {
  for (unsigned d = dimensions(); d-- > 0;) {
    if (extents()[d] == 1) continue;
    first_dimension_ = d;
    if (last_dimension_ == 0) last_dimension_ = d;
  }
  for (const unsigned extent : extents()) {
    const bool two_sided = torus() || extent > 2;
    way_base_.push_back(router_ways_);
    two_sided_.push_back(two_sided);
    router_ways_ += extent == 1 ? 0 : (two_sided ? 2 : 1);
  }
  for (ChannelId channel = 0; channel < channels(); ++channel)
    for (unsigned d = 0; d < dimensions(); ++d)
      if (const ChannelId high = grid_.neighbour(channel, d, false); high != channel)
        routers_.push_back({channel, high, d});
}

unsigned MwayTopology::priority_lines() const {
  unsigned lines = 1;
  while ((1u << lines) < ways()) ++lines;
  return lines;
}

MwayHop MwayTopology::route(ChannelId at, TerminalId destination, unsigned incoming_class) const {
  if (fault_) return detour(at, destination, incoming_class);
  const ChannelId target = channel_of(destination);
  for (unsigned d = 0; d < dimensions(); ++d) {
    const unsigned here = digit(at, d);
    const unsigned there = digit(target, d);
    if (here == there) continue;
    if (!torus()) return {way(d, there < here), 0};
    const unsigned forward = (there + extents()[d] - here) % extents()[d];
    const bool minus = 2 * forward > extents()[d];
    const bool wrap_ahead = minus ? there > here : there < here;
    return {way(d, minus), wrap_ahead ? 0u : 1u};
  }
  return {processor_way(local_of(destination)), 0};
}

ChannelId MwayTopology::neighbour(ChannelId at, unsigned way_number) const {
  for (unsigned d = 0; d < dimensions(); ++d) {
    if (extents()[d] == 1) continue;
    // A dimension with one identifier leads from digit 0 upwards and from digit 1 downwards.
    if (way_number == way(d, false) && (two_sided_[d] || digit(at, d) == 0))
      return grid_.neighbour(at, d, false);
    if (way_number == way(d, true)) return grid_.neighbour(at, d, true);
  }
  return at;
}

}  // namespace wayfarer
