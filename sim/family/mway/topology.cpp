#include "family/mway/topology.hpp"

#include <algorithm>

namespace wayfarer {

MwayTopology::MwayTopology(const TopologyConfig& config)
    : extents_(config.extents),
      torus_(config.kind == TopologyKind::kTorus),
      processors_(config.processors) {
  for (const unsigned extent : extents_) {
    stride_.push_back(channels_);
    channels_ *= extent;
    const bool two_sided = torus_ || extent > 2;
    way_base_.push_back(router_ways_);
    two_sided_.push_back(two_sided);
    router_ways_ += extent == 1 ? 0 : (two_sided ? 2 : 1);
  }
  for (ChannelId channel = 0; channel < channels_; ++channel) {
    for (unsigned d = 0; d < dimensions(); ++d) {
      const unsigned at = digit(channel, d);
      const bool last = at + 1 == extents_[d];
      if (extents_[d] == 1 || (last && !torus_)) continue;
      const ChannelId high = last ? channel - at * stride_[d] : channel + stride_[d];
      routers_.push_back({channel, high, d});
    }
  }
}

unsigned MwayTopology::priority_lines() const {
  unsigned lines = 1;
  while ((1u << lines) < ways()) ++lines;
  return lines;
}

MwayHop MwayTopology::route(ChannelId at, TerminalId destination) const {
  const ChannelId target = channel_of(destination);
  for (unsigned d = 0; d < dimensions(); ++d) {
    const unsigned here = digit(at, d);
    const unsigned there = digit(target, d);
    if (here == there) continue;
    if (!torus_) return {way(d, there < here), 0};
    const unsigned forward = (there + extents_[d] - here) % extents_[d];
    const bool minus = 2 * forward > extents_[d];
    const bool wrap_ahead = minus ? there > here : there < here;
    return {way(d, minus), wrap_ahead ? 0u : 1u};
  }
  return {processor_way(local_of(destination)), 0};
}

ChannelId MwayTopology::neighbour(ChannelId at, unsigned way_number) const {
  for (unsigned d = 0; d < dimensions(); ++d) {
    const unsigned extent = extents_[d];
    const unsigned here = digit(at, d);
    if (extent == 1) continue;
    // A dimension with one identifier leads from digit 0 upwards and from digit 1 downwards.
    if (way_number == way(d, false) && (two_sided_[d] || here == 0)) {
      if (here + 1 < extent) return at + stride_[d];
      return torus_ ? at - here * stride_[d] : at;
    }
    if (way_number == way(d, true)) {
      if (here > 0) return at - stride_[d];
      return torus_ ? at + (extent - 1) * stride_[d] : at;
    }
  }
  return at;
}

unsigned MwayTopology::hops(TerminalId source, TerminalId destination) const {
  unsigned count = 0;
  for (unsigned d = 0; d < dimensions(); ++d) {
    const unsigned here = digit(channel_of(source), d);
    const unsigned there = digit(channel_of(destination), d);
    const unsigned straight = here > there ? here - there : there - here;
    count += torus_ ? std::min(straight, extents_[d] - straight) : straight;
  }
  return count;
}

}  // namespace wayfarer
