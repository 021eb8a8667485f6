// The dimension-order channel-load bound of an m-way network under uniform traffic.
#pragma once

#include <vector>

#include "config/config.hpp"

namespace wayfarer {

/// Expected use of each channel when every terminal sends one flit to a uniformly drawn other
/// terminal. A flit uses the channel of its source, the ones between and that of its destination.
struct ChannelLoad {
  std::vector<double> flits;  ///< By channel: expected transfers per flit of every terminal.
  double greatest = 0;        ///< Load of the busiest channel.
  double mean = 0;

  /// Flits per terminal and cycle at which the busiest channel is full: no rate can exceed it.
  [[nodiscard]] double bound() const { return greatest > 0 ? 1 / greatest : 0; }
};

/// Routes all pairs of terminals of an m-way network with the topology's own routing function.
[[nodiscard]] ChannelLoad channel_load(const NetworkConfig& config);

}  // namespace wayfarer
