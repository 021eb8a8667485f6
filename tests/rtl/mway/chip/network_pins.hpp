// Ports of the type network_t: the network that a chip is in.
#pragma once

#include "config/config.hpp"
#include "family/mway/topology.hpp"

#include <cstring>

namespace wayfarer::mway_test {

/// Writes the 298 bits of a network_t, from `first_bit` of a port that is 0 there.
template <class Pins>
void set_network(Pins& pins, const TopologyConfig& network, unsigned first_bit = 0,
                 const MwayFault& fault = {}) {
  const auto set = [&](unsigned bit, unsigned value, unsigned width) {
    for (unsigned at = first_bit + bit; width > 0; --width, ++at, value >>= 1)
      if ((value & 1) != 0) pins[at / 32] |= 1u << at % 32;
  };
  set(0, network.processors, 3);
  set(3, network.torus() ? 1 : 0, 1);
  for (unsigned d = 0; d < 9; ++d)
    set(4 + 16 * d, d < network.extents.size() ? network.extents[d] : 1, 16);
  if (!fault) return;
  const MwayTopology topology(network);
  for (unsigned d = 0; d < topology.dimensions(); ++d)
    set(148 + 16 * d, topology.digit(fault.channel, d), 16);
  set(292, fault.dimension, 4);
  set(296, fault.dead == MwayDead::kRouter ? 1 : 0, 1);
  set(297, fault.dead == MwayDead::kChannel ? 1 : 0, 1);
}

/// All pins of a port that is a network_t.
template <class Pins>
void drive_network(Pins& pins, const TopologyConfig& network, const MwayFault& fault = {}) {
  std::memset(&pins, 0, sizeof pins);
  set_network(pins, network, 0, fault);
}

}  // namespace wayfarer::mway_test
