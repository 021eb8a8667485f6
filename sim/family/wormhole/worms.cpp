#include "family/wormhole/worms.hpp"
#include "family/mesh/config.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/random.hpp"

namespace wayfarer::wormhole {

Worms::Worms(const NetworkConfig& config, const Grid& topology, std::size_t flits,
             const RouteSource& routes)
    : topology_(topology),
      routing_(romm_routing(config)),
      routes_(routes),
      dimension_order_(!routes && routing_.draw == PhaseDraw::kRomm && routing_.phases == 1),
      config_(wormhole_of(config)),
      channels_(mesh_of(config).link_virtual_channels()),
      classes_(topology.torus() ? 2 : 1),
      first_delivery_(static_cast<std::uint16_t>(2 * topology.dimensions() * channels_)),
      most_segments_(mesh_of(config).phases * topology.dimensions()),
      // A worm without a flit in the network is between two flits of a source.
      worms_(flits + std::size_t{topology.nodes()} * mesh_of(config).injection_ports),
      segments_(worms_.size() * most_segments_),
      free_(worms_.size()),
      flits_(flits),
      drawn_(topology.nodes()) {
  reset();
}

void Worms::reset() {
  free_.resize(worms_.size());
  std::iota(free_.rbegin(), free_.rend(), WormId{0});
  flits_.reset();
  std::fill(drawn_.begin(), drawn_.end(), 0);
}

PhaseSets Worms::route(TerminalId source, TerminalId destination) {
  if (routes_) return routes_(source, destination);
  Random random(config_.seed, source, Purpose::kRoute, drawn_[source]++);
  return draw_phases(topology_, source, destination, routing_, random);
}

WormId Worms::make(TerminalId source, TerminalId destination) {
  const WormId id = free_.back();
  free_.pop_back();
  worms_[id] = {};
  worms_[id].destination = destination;
  if (dimension_order_) {
    add_phase(id, 0, topology_.routing_set(source, destination));
  } else {
    const PhaseSets phases = route(source, destination);
    for (unsigned phase = 0; phase < phases.count; ++phase)
      add_phase(id, phase, phases.sets[phase]);
  }
  begin_segment(id);
  return id;
}

void Worms::add_phase(WormId id, unsigned phase, const Displacements& set) {
  for (unsigned dimension = 0; dimension < topology_.dimensions(); ++dimension) {
    const int hops = set[dimension];
    if (hops == 0) continue;
    const unsigned port = 2 * dimension + (hops < 0 ? 1 : 0);
    segments_[id * most_segments_ + worms_[id].segments++] = {
        static_cast<std::uint16_t>(std::abs(hops)), first_of(port, phase * classes_),
        first_of(port, phase * classes_ + 1)};
  }
}

/// The class before the wrap link; delivery at the end of the route.
void Worms::begin_segment(WormId id) {
  Worm& worm = worms_[id];
  worm.first = first_delivery_;
  if (worm.segment == worm.segments) return;
  const Segment& segment = segments_[id * most_segments_ + worm.segment];
  worm.hops = segment.hops;
  worm.first = segment.first;
}

/// The first output buffer of a class; the last class serves as those missing.
std::uint16_t Worms::first_of(unsigned port, unsigned set) const {
  return static_cast<std::uint16_t>(port * channels_ + std::min(set, config_.vc_classes - 1) *
                                                           config_.virtual_channels);
}

}  // namespace wayfarer::wormhole
