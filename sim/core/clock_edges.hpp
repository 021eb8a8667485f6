// The clocks of a network that has several.
#pragma once

#include <vector>

#include "core/control_port.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// A control port, for a bench that has the network's clocks.
class ClockEdges : public ControlPort {
 public:
  /// The clocks with these numbers rise in the coming step, at the same instant, and so in all
  /// others up to the next call or reset.
  virtual void set_edges(const std::vector<ChannelId>& clocks) = 0;
};

}  // namespace wayfarer
